"""What must not leave, by a table of shapes, and what must stay as it is."""

import json

import pytest

from spade_core.models.secret_shapes import secret_spans
from spade_core.models.secrets import StandIns

# A made-up value in each shape; what stands between the two bars is the secret.
SHAPES = (
    "sk-|abcDEF0123456789abcDEF0123456789|",
    "sk-proj-|abcDEF0123456789_abcDEF0123456789|",
    "sk-ant-api03-|Ab1Cd2Ef3Gh4Ij5Kl6Mn7-Op8Qr9St0AA|",
    "gsk_|a1B2c3D4e5F6g7H8i9J0k1L2|",
    "xai-|a1B2c3D4e5F6g7H8i9J0k1L2|",
    "hf_|aBcDeFgHiJkLmNoPqRsTuVw1|",
    "r8_|a1B2c3D4e5F6g7H8i9J0k1L2|",
    "AKIA|ABCDEFGHIJKL2345|",
    "AWS_SECRET_ACCESS_KEY=|wJalrXUtnFEMI/K7MDENG/bPxRfiCYzQ3hN8pKLm|",
    'aws_secret_access_key = "|wJalrXUtnFEMI/K7MDENG/bPxRfiCYzQ3hN8pKLm|"',
    "aws_session_token: |FwoGZXIvYXdzEBYaDHqa0AP1|",
    "ghp_|abcdefghijklmnopqrstuvwxyz0123456789|",
    "github_pat_|11ABCDEFG0abcdefghijklmnop|",
    "glpat-|a1B2c3D4e5F6g7H8i9J0|",
    "npm_|abcdefghijklmnopqrstuvwxyz0123456789|",
    "//registry.example/:_authToken=|1f2e3d4c-5b6a-7980-1234-56789abcdef0|",
    "pypi-|AgEIcHlwaS5vcmcCJDEyMzQ1Njc4|",
    "dckr_pat_|a1B2c3D4e5F6g7H8i9J0|",
    "rubygems_|0123456789abcdef0123456789abcdef|",
    "AIza|SyA1234567890abcdefghijklmnopqrstuv|",
    "ya29.|a0AfH6SMBx1234567890abcdef|",
    "GOCSPX-|a1B2c3D4e5F6g7H8i9J0|",
    "sk_live_|abcdef0123456789|",
    "rk_test_|abcdef0123456789|",
    "whsec_|a1B2c3D4e5F6g7H8i9J0|",
    "xoxb-|1234567890-abcdefghij|",
    "xapp-|1-A01-123456789-abcdef0123|",
    "https://hooks.slack.com/services/|T0AB12CD3/B0EF45GH6/a1B2c3D4e5F6g7H8i9J0k1L2|",
    "https://discord.com/api/webhooks/123456789012345678/|a1B2c3D4e5F6g7H8i9J0_k1L2m3|",
    "SG.|ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf-09kqeF8tAmbihYzrnopKc-1s5cr|",
    "key-|0123456789abcdef0123456789abcdef|",
    "|0123456789abcdef0123456789abcdef|-us12",
    "SK|0123456789abcdef0123456789abcdef|",
    "shpat_|0123456789abcdef0123456789abcdef|",
    "sq0atp-|a1B2c3D4e5F6g7H8i9J0k1|",
    "dop_v1_|0123456789abcdef0123456789abcdef|",
    "hvs.|CAESIJ1234567890abcdefghij|",
    "glsa_|a1B2c3D4e5F6g7H8i9J0k1L2|",
    "figd_|a1B2c3D4e5F6g7H8i9J0|",
    "123456789:|AAEabcdefghijklmnopqrstuvwxyz-01234|",
    "eyJ|hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcdefghijklmnop|",
    "Authorization: Bearer |abcdef0123456789.abc|",
    "Authorization: Basic |bWU6b3BlbnNlc2FtZTEyMw==|",
    "'authorization': 'Token |0123456789abcdef|'",
    "X-Api-Key: |f47ac10b-58cc-4372-a567-0e02b2c3d479|",
    "Cookie: session=|a1b2c3d4e5f60718293a4b5c|",
    "https://api.example.com/v1?api_key=|0a1b2c3d4e5f6071|&page=2",
    "https://x.blob.example/y?sv=2024&sig=|Ab12Cd34Ef56Gh78Ij90%3D|",
    "password=|p@ss,w;rd!|",
    "pwd: |S3cr3t!x|",
    'DB_PASSWORD="|correct-h0rse|"',
    '{"password": "|tr0ub4dor&3|"}',
    "MYSQL_PWD=|letmein|",
    "the password is |hunter2!|",
    "<password>|hunter2!x|</password>",
    "mysql --password |hunter22| db",
    "curl -u admin:|S3cret!| https://example.com",
    "postgres://me:|s3cret-word|@db/x",
    "https://bob:|pa$$w0rd!#1|@host.example/x",
    "redis://:|hunter2hunter2|@cache:6379/0",
    "https://|a1b2c3d4e5f60718293a|@git.example/x.git",
    "machine api.example.com login bob password |hunter2|",
    "passphrase: |correct horse battery staple|",
    "recovery phrase: |apple brave cloud dance eager flame giant happy ivory joker kneel lemon|",
    "The signing key is |9f86d081884c7d659a2feaa0c55ad015|.",
    "Use this token for the tests: |Zm9vYmFyMTIzNDU2Nzg5MDEyMzQ1|",
    'client_secret: "|8Q~a1B2c3D4e5F6g7H8i9J0k1L2m3|"',
    "DefaultEndpointsProtocol=https;AccountKey=|Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tqA1SZ==|",
    "**Password:** |Hunter22!aa|",
    "**Password**: |Hunter22!aa|",
    "- *password*: `|Zebra99!bb|`",
    "password: `|Zebra99!bb|`",
    '{"password": "|correcthorse|"}',
    "{'db_password': '|correcthorse|'}",
    '{\\"password\\": \\"|Hunter22!|\\"}',
    '{\\"password\\": \\"|correcthorse|\\"}',
    '{\\"api_key\\": \\"|a8B7c6D5e4F3g2H1|\\"}',
    "password -> |Hunter22!|",
    'client_secret = "|topsecretvalue|"',
    'api_key="|a1b2c3d4|"',
    "password=|yourcat99!x|",
    "sk-proj-|dummyAb3dEf7hIj9kLm2nOp5qRs|",
    "sk-|Ab3dExampleIj9kLm2nOp5qRsT7uVw9|",
    "password: |Ab3...dEf7hIj|",
    "-----BEGIN RSA PRIVATE KEY-----|\nMIIEowIBAAKCAQEA0123456789abc\nGHIJ+/KLMNOP==\n|-----END RSA PRIVATE KEY-----",
    "-----BEGIN OPENSSH PRIVATE KEY-----|\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmU=|",
    '{"private_key": "-----BEGIN PRIVATE KEY-----|\\nMIIEvQIBADANBgkqhkiG9w0BAQEF\\n|-----END PRIVATE KEY-----"}',
)

ORDINARY = (
    "Keep the note under 100 words.",
    "The token: a piece of a word. Secret: be kind.",
    "task-force-of-the-whole-organisation",
    "key-performance-indicators-2024",
    "https://example.com/a/b?c=d",
    "https://example.com:8080/people/@bob",
    "https://{user}:{password}@{host}/x",
    "async def assert_at_most_100_words(example: dict, prompt: str, response: str) -> bool:",
    "f47ac10b-58cc-4372-a567-0e02b2c3d479",
    "max_tokens=4096, model gpt-4o-mini-2024-07-18",
    "password: must have at least 8 characters",
    "Password: required",
    "If the password is incorrect, say so.",
    "Write a passphrase: a row of words that is easy to remember.",
    "passphrase: ask the user for it",
    "api_key: {api_key}",
    "api_key = os.environ['SERVICE_API_KEY_2']",
    "key: <your-api-key-here-0123456789>",
    "token = tokens[0]",
    "password=getpass.getpass()",
    "Authorization: Bearer {token}",
    "the bearer of bad news",
    "Basic knowledge of authorization is assumed",
    "key: sha256, session: 2024-11-20T10:00:00Z",
    "The key points are: 1. concise 2. friendly",
    "login with your password to continue",
    "signature: 2 lines, sig=0.05",
    "Cookie: chocolate chip, 12 pieces",
    "**Password:** at least 8 characters",
    '{"password": "string", "api_key": "string", "client_secret": "YOUR_CLIENT_SECRET"}',
    "password: `your-password-1`",
    "password=example123",
    'api_key = "your-api-key"',
    'api_key = "sk-..."',
    "| password | required | yes |",
    "| pass | 12/15 | 2024-11-20 |",
    "password -> the one of the user",
)


@pytest.mark.parametrize("marked", SHAPES)
def test_a_secret_of_each_shape_leaves_as_a_stand_in_and_comes_back(marked: str) -> None:
    before, secret, after = marked.split("|")
    text = f"Say this:\n{before}{secret}{after}\nand no more."
    stand_ins = StandIns(b"salt")
    hidden = stand_ins.hide(text)
    assert secret.strip("\\n\n") not in hidden
    assert f"Say this:\n{before}" in hidden, "what stands before a secret stays"
    assert hidden.endswith(f"{after}\nand no more."), "what stands after a secret stays"
    assert stand_ins.hide(hidden) == hidden
    assert stand_ins.restore(hidden) == text


def test_a_password_in_a_table_is_hidden_in_its_cell() -> None:
    hidden = StandIns(b"salt").hide("| user | bob |\n| **password** | `Hunter22!` |\n")
    assert "Hunter22" not in hidden
    assert hidden.startswith("| user | bob |\n| **password** | `")
    assert hidden.endswith("` |\n")


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert StandIns(b"salt").hide(text) == text


def test_a_stand_in_has_the_shape_of_its_secret() -> None:
    hidden = StandIns(b"salt").hide("AKIAABCDEFGHIJKL2345 and postgres://me:Ab1-cd2_EF3!@db")
    key, _, url = hidden.split()
    assert [c.isdigit() for c in key] == [c.isdigit() for c in "AKIAABCDEFGHIJKL2345"]
    assert key.isupper()
    assert [c if not c.isalnum() else "" for c in url] == [
        c if not c.isalnum() else "" for c in "postgres://me:Ab1-cd2_EF3!@db"
    ]


def test_a_secret_of_signs_alone_is_hidden_too() -> None:
    hidden = StandIns(b"salt").hide("postgres://me:!$%^&*()-+@db")
    assert "!$%^" not in hidden


def test_a_stand_in_inside_json_stays_json() -> None:
    text = json.dumps({"key": "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEF\n-----END PRIVATE KEY-----"})
    assert "BADANB" not in json.loads(StandIns(b"salt").hide(text))["key"]


def test_what_was_hidden_once_is_hidden_wherever_it_stands_and_an_ordinary_word_is_not() -> None:
    stand_ins = StandIns(b"salt")
    stand_ins.hide("password=hunter2! and MYSQL_PWD=letmein")
    hidden = stand_ins.hide("Say hunter2! when they say letmein.")
    assert "hunter2" not in hidden
    assert "letmein" in hidden


def test_what_a_later_text_gives_away_is_hidden_in_an_earlier_one_when_it_was_foreseen() -> None:
    texts = ["Log in with hunter2!Secret9 now.", "Your password is hunter2!Secret9, number 3."]
    hidden = []
    for order in (texts, texts[::-1]):
        stand_ins = StandIns(b"salt")
        stand_ins.foresee(order)
        hidden.append(sorted(map(stand_ins.hide, order)))
    assert hidden[0] == hidden[1]
    assert not any("hunter2" in text for text in hidden[0])


def test_secrets_within_secrets_come_back_whole() -> None:
    stand_ins = StandIns(b"salt")
    texts = ["token=abc123def456ghi", "password=xx-abc123def456ghi-yy!", "x abc123def456ghi-yy! y"]
    assert [stand_ins.restore(stand_ins.hide(text)) for text in texts] == texts


HOSTILE = (
    *("sk-", "eyJ", "token=", "a://", "bearer ", "-----BEGIN PRIVATE KEY-----", "a.", "password:" + " " * 50),
    *("password=", "key ", "://a:", "login a password ", "passphrase: a a", "&a=", "SG.", "0-", "secret", " -u ", "'"),
)


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_is_looked_through_in_linear_time(piece: str) -> None:
    """What is quadratic does not come back from so many characters within the time a test has."""
    secret_spans((piece * 400_000)[:400_000])
