"""Vietnamese and Chinese sentences are read by the kinds of English; other languages are not read."""

from collections.abc import Iterable

import pytest

from spade_core.constraints.found import Found
from spade_core.constraints.judgement import Judgement
from spade_core.constraints.layout import Keys
from spade_core.constraints.reader import read_structure
from spade_core.deltas.segmentation import segment
from spade_core.language.recognition import OTHER, spoken
from spade_core.language.word_lists import TRADITIONAL, UNMARKED
from spade_core.prompt_files.template import Dialect, PromptTemplate, TemplatePart
from spade_core.structure import structure_of
from spade_core.text import SourceMap


def readings(prompt: str) -> tuple[Found, ...]:
    """Return all that a prompt asks for."""
    part = TemplatePart(None, prompt, SourceMap((0,), (0,), (len(prompt),), len(prompt)))
    return read_structure(structure_of(PromptTemplate("", Dialect.FSTRING, (part,), ()), segment(prompt)))


def sources(prompt: str) -> list[str]:
    """Return the expressions that decide what a prompt asks for, each once."""
    found = (each.constraint for each in readings(prompt))
    return unique(each.source() for each in found if not isinstance(each, Judgement))


def unique(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("请写一段摘要，不超过100字。", ["words(response) <= 100"]),
        ("文章至少800字，分为4段。", ["words(response) >= 800", "paragraphs(response) == 4"]),
        ("回答最多写三句话。", ["sentences(response) <= 3"]),
        ("标语不要超过20个字符。", ["characters(response) <= 20"]),
        ("每段不超过3句话。", ["all(sentences(each) <= 3 for each in paragraphs_of(response))"]),
        ("给出5个标题。", ["entries(response) == 5"]),
        ("第一行是标题，不超过20个字。", ["words(first_line(response)) <= 20"]),
        (
            "不要使用表情符号、表格或加粗。",
            ["not has_emoji(response)", "not has_table(response)", "not has_bold(response)"],
        ),
        ("避免使用“首先”、“其次”等词语。", ['contains_none(response, ["首先", "其次"])']),
        ("必须包含关键词“人工智能”和“教育”。", ['contains_all(response, ["人工智能", "教育"])']),
        ("以“您好”开头，以“祝好”结尾。", ['starts_with(response, "您好")', 'ends_with(response, "祝好")']),
        ("不要以“好的”开头。", ['not starts_with(response, "好的")']),
        ("必须用中文回答。", ['in_language(response, "Chinese")']),
        ("标题控制在15-20字之间。", ["15 <= words(title(response)) <= 20"]),
        ("字数控制在60-110字，最多3个短句", ["60 <= words(response) <= 110", "sentences(response) <= 3"]),
        (
            "生成3条文案，每条不超过50字：",
            ["entries(response) == 3", "all(words(each) <= 50 for each in items_of(response))"],
        ),
        ("只回复 YES 或 NO，不要其他内容。", ['is_one_of(response, ["YES", "NO"])']),
        ("不要固定以“好的”开头，也不要固定写“谢谢”。", []),
        ("点评像朋友的一句话。", []),
        ("按照以上规则，不要使用表情符号。", ["not has_emoji(response)"]),
        ("同时，删除所有表情符号。", ["not has_emoji(response)"]),
        ("如果没有资料，不要使用表情符号。", []),
        ("不要输出推理草稿、表格或代码块。", ["not has_table(response)", "not has_code(response)"]),
        ("不要编造数据、链接。", []),
        ("不要滥用表情和加粗。", []),
        ("**短小**：总字数控制在120字以内。", ["words(response) <= 120"]),
        ("**理由**：控制在120字以内。", []),
        ("每个章节不超过90字。", ["all(words(each) <= 90 for each in sections_of(response))"]),
        ("必要时最多使用2个表情符号。", ["emojis(response) <= 2"]),
        ("必要时使用2个表情符号。", []),
        ("字数不超过200", ["words(response) <= 200"]),
        ("字数控制在100-200", ["100 <= words(response) <= 200"]),
        ("禁用感叹号。", ["not has_exclamation(response)"]),
        ("所有分数都是0-30之间的整数。", []),
        ("表格包括序号、价格。", ["has_table(response)"]),
        ("必须包含以下关键词：海边、日落、帐篷", ['contains_all(response, ["海边", "日落", "帐篷"])']),
        ("不要使用这些词：便宜、清仓", ['contains_none(response, ["便宜", "清仓"])']),
        ("使用形象的词汇：动作、颜色", []),
        ("标题中必须包含“日落”。", ['contains(title(response), "日落")']),
        ("句子长度不超过20字。", ["all(words(each) <= 20 for each in sentences_of(response))"]),
        ("回答时请用中文。", ['in_language(response, "Chinese")']),
        ("更新 data/state.json 中的状态。", []),
        ("确保每一步都为下一步做好准备。", []),
        ("介绍五步法的由来。", []),
        ("字数 < 5万字 → 用短体裁。", []),
        ("全文不少于2万字。", ["words(response) >= 20000"]),
        ("保留语言，例如，原文是英语，输出的内容必须是英语。", []),
        ("不要出现“开头很长、结尾很短”的情况。", []),
        ("避免“首先……”等说法。", ['not contains(response, "首先")']),
        ("必须点出最关键的“转折点”是什么。", []),
        ("识别标题文本的层级。", []),
        ("不要附加任何解释说明或标识符。", ["no_preamble(response) and no_closing(response)"]),
        ("**Cô đọng**: toàn bài không quá 120 từ.", ["words(response) <= 120"]),
        ("Dùng tối đa 2 emoji nếu cần.", ["emojis(response) <= 2"]),
        ("Không dùng nháp, bảng hay emoji.", ["not has_table(response)", "not has_emoji(response)"]),
        ("Không dùng các từ: rẻ, xả kho", ['contains_none(response, ["rẻ", "xả kho"])']),
        ("Luôn dùng tiếng Việt khi trả lời.", ['in_language(response, "Vietnamese")']),
        ("Chỉ trả lời trong phạm vi món chay.", []),
        ("Số từ không quá 200", ["words(response) <= 200"]),
        ("Lưu ý trả lời tiếng Việt.", ['in_language(response, "Vietnamese")']),
        ("Luôn tự xưng là 'Lan' hoặc 'Mai'.", []),
        ("Giới hạn nghiêm ngặt trong 900 chữ.", ["words(response) <= 900"]),
        ("Hình thức: ngắn gọn (1-3 câu).", ["1 <= sentences(response) <= 3"]),
        ("Liệt kê 4 từ vựng.", ["entries(response) == 4"]),
        ("Liệt kê 4 cụm từ (bằng tiếng Anh) hay nhất.", ["entries(response) == 4"]),
        ('Viết liền, không xuống dòng "tên món" và giá.', []),
        ("Mỗi phần tối đa 90 từ.", ["all(words(each) <= 90 for each in sections_of(response))"]),
        ("YÊU CẦU BÀI VIẾT (ÍT NHẤT 1000 TỪ):", ["words(response) >= 1000"]),
        ("Hãy trả lời một cách tự nhiên và hữu ích (2-3 câu):", ["2 <= sentences(response) <= 3"]),
        ("Chỉ trả về True/False, không giải thích.", ['is_one_of(response, ["True", "False"])']),
        ("KHÔNG dùng markdown syntax (**đậm**)", ["not has_markdown(response, lists=False)"]),
        ("语言要求：简体中文", ['in_language(response, "Chinese")']),
        ("只需返回“是”或“否”，不要解释。", ['is_one_of(response, ["是", "否"])']),
        ("请输出5个问题。", ["questions(response) == 5"]),
        ("最后一句必须是疑问句。", ["ends_with_question(response)"]),
        ("结尾附上5个相关话题标签。", ["hashtags(response) == 5"]),
        ("返回JSON数组，每个元素包含id和text两个字段。", ["has_json(response)", 'has_keys(response, ["id", "text"])']),
        ("不要出现“作为AI”之类的话。", ['not contains(response, "作为AI")']),
        ("Tiêu đề dưới 70 ký tự.", ["characters(title(response)) <= 69"]),
        ("Câu trả lời ngắn gọn dưới 100 từ.", ["words(response) <= 99"]),
        (
            "输出JSON格式，包含“title”和“summary”两个字段。",
            ["has_json(response)", 'has_keys(response, ["title", "summary"])'],
        ),
        ("请以JSON格式返回结果，不要添加任何解释。", ["has_json(response)", "only_json(response)"]),
        ("只输出译文，不要输出其他内容。", ["no_preamble(response) and no_closing(response)"]),
        ("只回答“是”或“否”。", ['is_one_of(response, ["是", "否"])']),
        ("请从以下类别中选择一个：正面、负面、中性。", ['contains_any(response, ["正面", "负面", "中性"])']),
        (
            "以表格形式呈现，表格包含以下列：名称、价格。",
            ["has_table(response)", 'has_columns(response, ["名称", "价格"])'],
        ),
        ("“绿色”至少出现2次。", ['times(response, "绿色") >= 2']),
        ("第一段：不超过3句话。", ["sentences(first_paragraph(response)) <= 3"]),
        ("输出一个0到10之间的整数。", ["number_between(response, 0, 10)"]),
        ("答案放在<result></result>标签中。", ['bool(tags_of(response, "result"))']),
        ("不要使用绝对化用语，如“最好”“第一”。", ['contains_none(response, ["最好", "第一"])']),
        ("每次回复不超过50字。", ["words(response) <= 50"]),
        ("直接给出译文，无需解释。", ["no_preamble(response) and no_closing(response)"]),
        ("如果资料不足，请说“不清楚”，答案必须使用中文。", ['in_language(response, "Chinese")']),
        ("结尾必须加上“谢谢”。", ['ends_with(response, "谢谢")']),
        ("请生成10个以内的关键词。", ["entries(response) <= 10"]),
        ("将下文翻译成英文：{text}", ['in_language(response, "English")']),
        ("标题不超过10个字。", ["words(title(response)) <= 10"]),
        ("回复请不要超出五句话。", ["sentences(response) <= 5"]),
        ("最多推荐4本书。", ["entries(response) <= 4"]),
        ("文末加上5个相关话题标签。", ["hashtags(response) == 5"]),
        ("文中必须出现“限时优惠”四个字。", ['contains(response, "限时优惠")']),
        ("文中必须出现“限时优惠”。", ['contains(response, "限时优惠")']),
        ("不允许提及竞争对手“绿源”。", ['not contains(response, "绿源")']),
        ("从“投诉”“咨询”“建议”三类中选一个。", ['is_one_of(response, ["投诉", "咨询", "建议"])']),
        ("只输出一个词：L1 或 L2。", ['is_one_of(response, ["L1", "L2"])']),
        (
            "输出内容包括：背景、方案、风险三个部分。",
            ['all(has_section(response, name) for name in ["背景", "方案", "风险"])'],
        ),
        ("直接输出SQL，不要使用```包裹。", ["is_sql(response)", "not has_code(response)"]),
        ("最后以一个问题结尾。", ["ends_with_question(response)"]),
        ("邮件结尾署名“小禾团队”。", ['ends_with(response, "小禾团队")']),
        ("字数：100-200", ["100 <= words(response) <= 200"]),
        ("字数要求：不少于300", ["words(response) >= 300"]),
        (
            "输出格式为JSON：包括summary（摘要）和keywords（关键词）。",
            ["has_json(response)", 'has_keys(response, ["summary", "keywords"])'],
        ),
        (
            "输出JSON，包含“title”（字符串）、“tags”（数组）。",
            ["has_json(response)", 'has_keys(response, ["title", "tags"])'],
        ),
        ("不要附上json格式以外的信息。", ["only_json(response)"]),
        ("写一则简介，段落不超过4个。", []),
        ("段落不超过4个。", ["paragraphs(response) <= 4"]),
        ("要点不超过5个。", ["items(response) <= 5"]),
        ("字符数不超过140。", ["characters(response) <= 140"]),
        ("字数须在300字以上。", ["words(response) >= 300"]),
        ("三句话总结。", ["sentences(response) == 3"]),
        ("一句话概括。", ["sentences(response) == 1"]),
        ("标题长度不超过20个字。", ["words(title(response)) <= 20"]),
        ("中文输出。", ['in_language(response, "Chinese")']),
        ("请从甲、乙、丙中选一个。", ['contains_any(response, ["甲", "乙", "丙"])']),
        ("分类为：甲、乙、丙之一。", ['contains_any(response, ["甲", "乙", "丙"])']),
        ("分为背景、方法、结论三个部分。", ['all(has_section(response, name) for name in ["背景", "方法", "结论"])']),
        ("分为开头、正文、结尾三个部分。", []),
        ("必须提到{city}。", ['contains(response, str(example["city"]))']),
        ("用逗号分隔。", ['separated_by(response, ",")']),
        ("生成一个介绍，包含“年龄、性别、职业”。", []),
        ("在第一段生成一个“角色列表”。", []),
        (
            "不要在回答中使用链接、标题、列表等。",
            ["not has_link(response)", "not has_title(response)", "not has_list(response)"],
        ),
        ("请不要输出除JSON以外的其他内容。", ["only_json(response)"]),
        ("用两三句话说明。", ["2 <= sentences(response) <= 3"]),
        ("由三个段落组成。", ["paragraphs(response) == 3"]),
        ("文中必须同时出现“环保”和“节能”。", ['contains_all(response, ["环保", "节能"])']),
        (
            "会议记录长度**必须在{least}字以上，在{most}字以下**",
            ['words(response) >= int(example["least"])', 'words(response) <= int(example["most"])'],
        ),
        ("只输出歌单，不输出点评、歌词或推荐理由。", ["no_preamble(response) and no_closing(response)"]),
        ("必须以json形式给出，不得有多余字符。", ["has_json(response)", "only_json(response)"]),
        ("整理为符合规范的JSON。", ["has_json(response)"]),
        ("任务：把歌词翻译成英文。", ['in_language(response, "English")']),
        ("## 务必仅用中文作答！", ['in_language(response, "Chinese")']),
        ("最多只能有5个要点", ["items(response) <= 5"]),
        ("以HTML格式返回，不要加<html>标签。", ["is_html(response)"]),
        ("每段开头加一个emoji。", ["all(starts_with_emoji(each) for each in paragraphs_of(response))"]),
        ("使用小标题划分段落。", ["has_heading(response)"]),
        ("分类结果只能是：正面、负面、中性。", ['contains_any(response, ["正面", "负面", "中性"])']),
        ("请仅回答 A、B、C 或 D。", ['is_one_of(response, ["A", "B", "C", "D"])']),
        ("关键词之间用逗号分隔。", ['separated_by(response, ",")']),
        ("结尾要向读者提问。", ["ends_with_question(response)"]),
        ("若来信有署名，输出“是”，否则输出“否”。", ['contains_any(response, ["是", "否"])']),
        ("你是翻译专家，将用户输入的中文翻译为英文。", ['in_language(response, "English")']),
        ("作为一名向导，你的回复不得超过50个字。", ["words(response) <= 50"]),
        ("先阅读来信，再用两句话总结。", ["sentences(response) == 2"]),
        ("口语化，简短，每次不超过30个字", ["words(response) <= 30"]),
        ("不要使用 Markdown 格式（如 ```）。", ["not has_code(response)"]),
    ],
)
def test_a_chinese_sentence_is_read_by_the_kinds_of_english(sentence: str, expected: list[str]) -> None:
    assert sources(sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Hãy viết tóm tắt không quá 100 từ.", ["words(response) <= 100"]),
        ("Viết từ 3 đến 5 câu.", ["3 <= sentences(response) <= 5"]),
        ("Đưa ra đúng 5 ý tưởng.", ["entries(response) == 5"]),
        ("Mỗi câu không quá 20 từ.", ["all(words(each) <= 20 for each in sentences_of(response))"]),
        ("Dòng đầu là tiêu đề, không quá 60 ký tự.", ["characters(first_line(response)) <= 60"]),
        (
            "Không dùng biểu tượng cảm xúc, hashtag hay bảng.",
            ["not has_emoji(response)", "not has_hashtag(response)", "not has_table(response)"],
        ),
        ('Tránh dùng các từ "tuyệt vời", "hoàn hảo".', ['contains_none(response, ["tuyệt vời", "hoàn hảo"])']),
        ('Phải có từ khóa "du lịch".', ['contains(response, "du lịch")']),
        ('Bắt đầu bằng câu "Xin chào".', ['starts_with(response, "Xin chào")']),
        ('Kết thúc email bằng cụm từ "Trân trọng".', ['ends_with(response, "Trân trọng")']),
        ("Trả lời bằng tiếng Việt.", ['in_language(response, "Vietnamese")']),
        (
            'Trả về JSON với các khóa "title" và "summary".',
            ["has_json(response)", 'has_keys(response, ["title", "summary"])'],
        ),
        (
            "Chỉ trả về JSON, không thêm bất kỳ lời giải thích nào.",
            ["has_json(response)", "only_json(response)"],
        ),
        ('Chỉ trả lời "Có" hoặc "Không".', ['is_one_of(response, ["Có", "Không"])']),
        (
            "Phân loại vào một trong các nhãn sau: Tích cực, Tiêu cực.",
            ['contains_any(response, ["Tích cực", "Tiêu cực"])'],
        ),
        (
            "Trình bày dưới dạng bảng gồm các cột: Tên, Giá.",
            ["has_table(response)", 'has_columns(response, ["Tên", "Giá"])'],
        ),
        ("Không sử dụng Markdown.", ["not has_markdown(response, lists=False)"]),
        ("Trả về một số nguyên từ 0 đến 10.", ["number_between(response, 0, 10)"]),
        ("Đặt kết quả trong thẻ <result></result>.", ['bool(tags_of(response, "result"))']),
        ('Tránh dùng các từ sáo rỗng như "đỉnh cao", "số một".', ['contains_none(response, ["đỉnh cao", "số một"])']),
        ("Mỗi câu trả lời không quá 50 từ.", ["words(response) <= 50"]),
        ("Không hỏi quá 2 câu hỏi.", ["questions(response) <= 2"]),
        ('Cuối mỗi câu trả lời luôn thêm câu "Cảm ơn bạn".', ['ends_with(response, "Cảm ơn bạn")']),
        ("Trình bày dưới dạng bảng Markdown.", ["has_table(response)"]),
        ("Trả lời bằng một từ duy nhất.", ["words(response) == 1"]),
        ("Trả lời tối đa 3-4 câu.", ["sentences(response) <= 4"]),
        ("Tiêu đề không quá 10 từ.", ["words(title(response)) <= 10"]),
        ("Giới hạn câu trả lời trong 100 từ.", ["words(response) <= 100"]),
        ("Trả kết quả dưới dạng mảng JSON.", ["has_json(response)"]),
        ('Đối tượng JSON gồm hai khóa "a" và "b".', ["has_json(response)", 'has_keys(response, ["a", "b"])']),
        ("Trình bày các bước bằng danh sách đánh số.", ["has_numbered_list(response)"]),
        ("Gợi ý tối đa 4 món ăn.", ["entries(response) <= 4"]),
        ("Cuối bài có 5 hashtag.", ["hashtags(response) == 5"]),
        ('Nhắc đến tên thương hiệu "Mộc An" trong bài.', ['contains(response, "Mộc An")']),
        ('Từ khóa "nhà vườn" phải xuất hiện ít nhất 3 lần.', ['times(response, "nhà vườn") >= 3']),
        ('Không được dùng từ "rẻ".', ['not contains(response, "rẻ")']),
        ("Không dùng emoji trong câu trả lời.", ["not has_emoji(response)"]),
        ("Số từ: 150-200", ["150 <= words(response) <= 200"]),
        ('Tránh những cụm từ như "ngày nay".', ['not contains(response, "ngày nay")']),
        ('Ký tên "Đội ngũ Mộc An".', ['ends_with(response, "Đội ngũ Mộc An")']),
        (
            "Báo cáo gồm các phần: Tổng quan, Kết luận.",
            ['all(has_section(response, name) for name in ["Tổng quan", "Kết luận"])'],
        ),
        ("Nhiệm vụ: Dịch lá thư dưới đây sang tiếng Việt.", ['in_language(response, "Vietnamese")']),
        ("Kết thúc bằng một câu hỏi.", ["ends_with_question(response)"]),
        ("Kết quả chỉ có thể là “Có” hoặc “Không”.", ['is_one_of(response, ["Có", "Không"])']),
        ("Viết một câu duy nhất.", ["sentences(response) == 1"]),
        ('Chọn một trong: "vui", "buồn", "thường".', ['is_one_of(response, ["vui", "buồn", "thường"])']),
        ("Không thêm tiêu đề.", ["not has_title(response)"]),
        (
            'Bao gồm các mục "Bối cảnh" và "Kết luận".',
            ['all(has_section(response, name) for name in ["Bối cảnh", "Kết luận"])'],
        ),
        (
            "Gồm các phần Bối cảnh, Phương pháp và Kết luận.",
            ['all(has_section(response, name) for name in ["Bối cảnh", "Phương pháp", "Kết luận"])'],
        ),
        ("Gồm các phần nói về giá, chất lượng và dịch vụ.", []),
        (
            "Chỉ trả lời bằng **một từ duy nhất**: `hoa` hoặc `quả`.",
            ["words(response) == 1", 'is_one_of(response, ["hoa", "quả"])'],
        ),
        ("Số đoạn không quá 4.", ["paragraphs(response) <= 4"]),
        ("Câu không dài quá 15 từ.", ["all(words(each) <= 15 for each in sentences_of(response))"]),
        ('Tuyệt đối không nhắc đến "giá rẻ".', ['not contains(response, "giá rẻ")']),
        ('Phải chứa các từ khóa: "xanh", "sạch".', ['contains_all(response, ["xanh", "sạch"])']),
        (
            "Chia thành các phần: Bối cảnh, Phương pháp, Kết luận.",
            ['all(has_section(response, name) for name in ["Bối cảnh", "Phương pháp", "Kết luận"])'],
        ),
        ("Chia thành các phần: mở bài, thân bài, kết bài.", []),
        (
            "Phân loại thành: tích cực, tiêu cực hoặc trung tính.",
            ['contains_any(response, ["tích cực", "tiêu cực", "trung tính"])'],
        ),
        ("Phải nhắc đến {city}.", ['contains(response, str(example["city"]))']),
        ("Cách nhau bằng dấu phẩy.", ['separated_by(response, ",")']),
        ("Không thêm bất kỳ văn bản nào ngoài JSON.", ["only_json(response)"]),
        ("Tiêu đề dài tối đa 70 ký tự.", ["characters(title(response)) <= 70"]),
        ("Không quá 3 câu cho mỗi đoạn.", ["all(sentences(each) <= 3 for each in paragraphs_of(response))"]),
        (
            "Mỗi đoạn bắt đầu bằng một emoji.",
            ["all(starts_with_emoji(each) for each in paragraphs_of(response))"],
        ),
        ("Kèm theo link tham khảo.", ["has_link(response)"]),
        (
            'Nếu thư có ký tên, trả về "CÓ", nếu không trả về "KHÔNG".',
            ['contains_any(response, ["CÓ", "KHÔNG"])'],
        ),
        (
            'Luôn xưng "em" và gọi khách hàng là "anh/chị".',
            ['contains_any(response, ["em"])', 'contains_any(response, ["anh", "chị"])'],
        ),
        ("Tự xưng hô là em.", ['contains_any(response, ["em"])']),
    ],
)
def test_a_vietnamese_sentence_is_read_by_the_kinds_of_english(sentence: str, expected: list[str]) -> None:
    assert sources(sentence) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "如果来信没有署名，请勿使用表情符号。",
        "你是一位作家，擅长写作。",
        "你可以使用表格。",
        "你将被给到一封使用<letter></letter>标签包裹的来信。",
        "每条命令以英文分号结尾。",
        "请生成一段温暖的祝福。",
        "为“主食”生成三个方向的“配菜”。",
        'Nếu không biết, hãy nói "Tôi không biết".',
        "Bạn là người làm vườn lâu năm.",
        "Có thể dùng bảng.",
        'Nhắc cụm từ "{keyword}" ít nhất 2 lần.',
        "# 标题要求\n- 字数不超过15字。",
        "文末附上2条建议。",
        "最后用一句话总结全文。",
        "保留原文中的链接。",
        "Kết thúc bằng một câu tổng kết.",
        "Trả lời ngắn gọn (tối đa 3-4 câu cho câu hỏi đơn giản)",
        "“人工智能”四个字",
        "错误代码的名称保持英文。",
        "列出单词对应的中文翻译。",
        "包括但不限于：封面、地图及其图例。",
        "菜品名称不包含辣度备注。",
        "不要急着“润色”草稿，而是另写一份。",
        "调用“天气预报”插件查询气温。",
        "保留菜谱的排版方式，连同编号和项目符号。",
        "变量遵循SQL标准，不能以数字开头。",
        "是否避免了生硬的“转折”？",
        "备料、烘烤和装盘要分三次进行，禁止一次做完。",
        "每个展品的说明要通俗，字数不超过200字。",
        "若录音里没有人声，仅返回“静音”，严禁附上别的内容。",
        "即使写上“仅供参考”也算不及格。",
        "标注必须保留“原作/改编”区别。",
        "不要写“{title}”作为开头。",
        "Viết tin nhắn không chỉ được viết đẹp mà còn sâu sắc.",
        "请留意写SQL时不要混淆列名。",
        "Độ dài: 20-30 từ hoặc 90-140 ký tự",
        "# 嘉宾资料\n- 常用语言：在家讲中文",
        "Không quá thân mật trong câu trả lời, để tên ở đầu hoặc cuối thư.",
        "Khi liệt kê, luôn dùng:\n- Gạch đầu dòng",
        "突出产品的三个核心卖点。",
        "# 规则\n- 摘要（100字以内）\n- 不要猜测。",
        "Khuyến khích người dùng đặt câu bằng tiếng Anh.",
        "Thuật ngữ không được liệt kê trong bảng.",
        "Phân tích cấu trúc bảng và các trường.",
        'Tránh dùng "hoặc" để nối hai câu hỏi.',
        'Ví dụ, thay vì "một con chó", hãy viết rõ hơn.',
        "Làm nổi bật ba ưu điểm của sản phẩm.",
        "# Hạn chế\n- Vui lòng cung cấp mã ở định dạng Markdown.",
        'Chỉ dùng thông tin từ "Tài liệu".',
        "Trình bày rõ ràng, dùng gạch đầu dòng cho các danh sách.",
        "Không dùng dấu phẩy để ngăn cách hàng nghìn.",
        'Không có lỗi thì trả về "Đạt".',
        "## 变量\n- order：待处理的订单 (JSON)",
        "读取订单 → 对照JSON配置里的每一条规则。",
        "配角出场合计不少于120字。",
        "正传 ≥ 1500 字/回",
        "运费、税费等信息必须标明“以结算页为准”的提示。",
        "planner只提供路线，不承担预订。",
        "禁止满屏emoji。",
        "不要省略“元”。",
        "不要解释自己如何作答。",
        "回答时去掉页眉等无关内容。",
        "必须知道下面几点，不能误解：\n- 只推送 `dev` 分支不会部署。",
        "没有 `report.txt`，检查不会通过。",
        "只要 `report.txt` 还没生成，就不能告诉用户“已经完成”。",
        "不要误改别的词（例如人物叫“青”）。",
        "Không thêm thông tin không có trong tài liệu.",
        "Chỉ trả lời theo dữ liệu JSON do hệ thống cung cấp.",
        "以系统提供的订单JSON为依据。",
        "Chỉ đưa ra mức giá dạng khoảng.",
        "第二章必须是 `## 背景`：用一段话说明，不要使用 `###` 标题。",
        "最后一章必须是 `## 展望`。",
        "在每个 `###` 小标题下，至少写2句话。",
        "Bỏ qua các từ như 'cho hỏi', 'dạ thưa'.",
        'Mỗi nhận định cần có phần "căn cứ".',
        "- Với các đơn hàng cũ: nêu giới hạn, chỉ đưa xu hướng.",
        "Hoàn thành đúng 3 thử thách trong ngày.",
        "Viết lời bình (khoảng 2 câu) cho từng bức ảnh.",
        "不要添加emoji（emoji只能在标题中）。",
        "字段level的取值只能是high、medium或low。",
        "不要添加其他字段。",
        'Luôn xưng "em" (hoặc "Lan").',
        "Luôn xưng tên là Lan.",
        "如果找不到，返回“无”，否则返回“摘要”的内容。",
        "你是一名老师，从事教育行业10年。",
        "不要使用超过3个连续的表情符号。",
        "Không dùng quá 3 emoji liên tiếp.",
        "图片描述用英文，其余用中文。",
        "Mô tả ảnh bằng tiếng Anh, phần còn lại bằng tiếng Việt.",
        "不要只输出JSON。",
        "Không chỉ trả về JSON.",
        "请以“第X章”开头。",
        "Trong bảng không được có link.",
        "先用一段话说明思路，然后给出代码。",
        "请先写100字的摘要，再写500字的正文。",
        "回答分为两步：先分析，再给出结论。",
        "邮件主题不超过10个字，正文不超过200字。",
        "Không dùng số trong tiêu đề.",
        'Không giải thích "vì sao", chỉ nói "làm thế nào".',
        "# 要求\n- 内容：300-500字，分成3-5段",
        "# Yêu cầu\n- Nội dung: 150-200 từ",
        "总结内容主要集中在以下几个方面：\n1. 一句话总结故事的主要内容\n2. 简洁地说明其中的人物，以及他们的关系",
    ],
)
def test_what_is_not_sure_gets_no_code(sentence: str) -> None:
    assert sources(sentence) == []


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        (
            "返回JSON，字段如下：\n- score：0-100的整数\n- reason：不超过20字",
            [
                "has_json(response)",
                'has_keys(response, ["score", "reason"])',
                'all(number_between(each, 0, 100) for each in leaves_of(response, "score"))',
                'all(words(each) <= 20 for each in leaves_of(response, "reason"))',
            ],
        ),
        (
            "Trả về JSON gồm muc_do và ly_do.\n\nYêu cầu:\n- ly_do: tối đa 20 từ",
            [
                "has_json(response)",
                'has_keys(response, ["muc_do", "ly_do"])',
                'all(words(each) <= 20 for each in leaves_of(response, "ly_do"))',
            ],
        ),
        (
            '按照以下JSON格式输出：\n{"title": "不超过10个字"}\n',
            [
                "has_json(response)",
                'has_keys(response, ["title"])',
                'all(words(each) <= 10 for each in leaves_of(response, "title"))',
            ],
        ),
        (
            "按以下结构输出：\n- **背景**：2-3句话\n- **建议**：3条要点",
            [
                '2 <= sentences(section(response, "背景")) <= 3',
                'has_section(response, "背景")',
                'items(section(response, "建议")) == 3',
                'has_section(response, "建议")',
            ],
        ),
        (
            "Viết báo cáo theo cấu trúc sau:\n- **Bối cảnh**: 2-3 câu\n- **Đề xuất**: 3 gạch đầu dòng, mỗi ý 1 câu",
            [
                '2 <= sentences(section(response, "Bối cảnh")) <= 3',
                'has_section(response, "Bối cảnh")',
                'items(section(response, "Đề xuất")) == 3',
                'all(sentences(each) == 1 for each in items_of(section(response, "Đề xuất")))',
                'has_section(response, "Đề xuất")',
            ],
        ),
        (
            "Trả lời theo mẫu sau:\nTên: [tên món]\nĐịa chỉ: [nơi bán]\n",
            [
                'labels_in_order(response, ["Tên", "Địa chỉ"])',
                'has_label(response, "Tên")',
                'has_label(response, "Địa chỉ")',
            ],
        ),
        (
            "请将问题归为以下类别之一：\n- 售前咨询：购买之前\n- 售后服务\n- 投诉",
            ['contains_any(response, ["售前咨询", "售后服务", "投诉"])'],
        ),
        (
            "Phân loại tin nhắn vào một trong các nhóm sau:\n- Hỏi giá\n- Khiếu nại",
            ['contains_any(response, ["Hỏi giá", "Khiếu nại"])'],
        ),
        ("## 禁止事项\n- 表情符号\n- 小标题", ["not has_emoji(response)", "not has_heading(response)"]),
        (
            "输出格式：\n题目：<题干>\n答案：<字母>\n",
            [
                'labels_in_order(response, ["题目", "答案"])',
                'has_label(response, "题目")',
                'has_label(response, "答案")',
            ],
        ),
        (
            "输出JSON，包含以下字段：\n- 品名：字符串，不超过20字\n- 配料：数组，3-5个\n- 口味：甜/咸/辣\n- 备注：选填",
            [
                "has_json(response)",
                'has_keys(response, ["品名", "配料", "口味"])',
                'all(words(each) <= 20 for each in leaves_of(response, "品名"))',
                'all(has_type(value, "list") for value in values(response, "配料"))',
                'all(3 <= len(each) <= 5 for each in lists_of(response, "配料"))',
                'all(is_one_of(each, ["甜", "咸", "辣"]) for each in leaves_of(response, "口味"))',
            ],
        ),
        (
            '按JSON格式输出：\n{"due": "截止日期YYYY-MM-DD", "tags": ["词"], "memo": "可选：长/短"}\n- tags有3个标签',
            [
                "has_json(response)",
                'has_keys(response, ["due", "tags"])',
                'all(matches_format(each, "YYYY-MM-DD") for each in leaves_of(response, "due"))',
                'all(has_type(value, "list") for value in values(response, "tags"))',
                'all(is_one_of(each, ["长", "短"]) for each in leaves_of(response, "memo"))',
                'all(len(each) == 3 for each in lists_of(response, "tags"))',
            ],
        ),
        (
            "Trả về JSON với các khóa:\n- ok: bool\n- level: một trong thấp, vừa, cao\n- steps: mảng chuỗi",
            [
                "has_json(response)",
                'has_keys(response, ["ok", "level", "steps"])',
                'all(has_type(value, "boolean") for value in values(response, "ok"))',
                'all(is_one_of(each, ["thấp", "vừa", "cao"]) for each in leaves_of(response, "level"))',
                'all(has_type(value, "list") for value in values(response, "steps"))',
            ],
        ),
        (
            'Chọn một trong các intent sau:\n- hoi_gia: hỏi giá\n- doi_tra: đổi hàng\n\nTrả về JSON: {"intent": ""}',
            [
                'all(contains_any(each, ["hoi_gia", "doi_tra"]) for each in leaves_of(response, "intent"))',
                "has_json(response)",
                'has_keys(response, ["intent"])',
            ],
        ),
        (
            "【输出格式】\n一、背景\n- 时间\n二、人物\n- 主角\n三、结局\n",
            ['has_section(response, "背景")', 'has_section(response, "人物")', 'has_section(response, "结局")'],
        ),
        (
            "请严格按照以下格式输出简报：\n\n## 1. 摘要\n用2-3句话概括\n\n"
            "## 2. 风险\n说明理由\n\n## 3. 备注（如有）\n其他",
            [
                'has_section(response, "摘要")',
                '2 <= sentences(section(response, "摘要")) <= 3',
                'has_section(response, "风险")',
            ],
        ),
        (
            "请输出格式如下：\n\n标题：XXXX（简短）\n内容：XXXX（专业）\n",
            [
                'labels_in_order(response, ["标题", "内容"])',
                'has_label(response, "标题")',
                'has_label(response, "内容")',
            ],
        ),
        (
            "请撰写一份报告，必须包含：\n1. 执行摘要（含评级）\n2. 风险因素（市场等）\n\n要求：\n- 逻辑清晰",
            [
                'has_section(response, "执行摘要")',
                'has_section(response, "风险因素")',
            ],
        ),
        (
            '输出格式要求：\n- 使用 JSON 格式输出\n- 结构如下：\n{\n  "a": "甲"\n}\n',
            ["has_json(response)", 'has_keys(response, ["a"])'],
        ),
        ("## Cấu trúc bảng\n- **Căn lề**: bên trái\n- **Dòng tổng**: in đậm", []),
        (
            "## Cấu trúc báo cáo\n1. **Tổng quan**: nhận định\n2. **Rủi ro**: cần lưu ý\n\nLuôn viết ngắn gọn.",
            ['has_section(response, "Tổng quan")', 'has_section(response, "Rủi ro")'],
        ),
        (
            "请严格按照以下结构输出，语言温暖：\n\n#### 1. 💑 缘分总评 (The Metaphor)\n* 用比喻。\n\n"
            "#### 2. 💡 经营建议 (Advice)\n* 给出 2-3 条具体的建议。",
            [
                'has_section(response, "缘分总评")',
                'has_section(response, "经营建议")',
                '2 <= entries(section(response, "经营建议")) <= 3',
            ],
        ),
        (
            "## QUY TẮC\nCấu trúc bài viết gồm các phần:\n1. **Tiêu đề sản phẩm (Title):**\n   - KHÔNG QUÁ 120 ký tự.\n"
            "2. **Điểm nổi bật:** mở ra vấn đề.",
            [
                'has_section(response, "Tiêu đề sản phẩm")',
                'characters(section(response, "Tiêu đề sản phẩm")) <= 120',
                'has_section(response, "Điểm nổi bật")',
            ],
        ),
        ("**❌ 禁止做法**：\n- 使用表格\n- 只输出“完成”\n", ["not has_table(response)"]),
        ("- ❌ 使用表情符号\n- ❌ 忘记使用“结论”一词\n", ["not has_emoji(response)"]),
        ("❌ **Không được làm:**\n- Bỏ qua bất kỳ bảng nào\n- Dùng emoji", ["not has_emoji(response)"]),
        (
            "## 正文格式\n1. 不使用 markdown 符号：禁止使用加粗。",
            ["not has_markdown(response, lists=False)", "not has_bold(response)"],
        ),
        ("输出要求：\n- 简洁专业（50-80字）", ["50 <= words(response) <= 80"]),
        ("【输出格式】\n1. 核心结论\n（高度提炼，限300字内）\n", []),
        (
            "请始终按照下面的结构回答：\n\n1.【结论】\n\n- 用1～3句话给出结论。\n\n"
            "2.【思路】\n\n- 说明推理。\n\n通用要求：\n- 简洁",
            [
                'has_section(response, "结论")',
                '1 <= sentences(section(response, "结论")) <= 3',
                'has_section(response, "思路")',
            ],
        ),
        ("Output là JSON, key = shortId, value = câu trả lời.", ["has_json(response)"]),
        (
            "请归入以下三类：\n- 「咨询」：购买之前\n- 「投诉」\n- 「其他」",
            ['contains_any(response, ["咨询", "投诉", "其他"])'],
        ),
        (
            'Phân loại vào ĐÚNG MỘT trong 2 loại:\n1. "mua" - Muốn mua.\n2. "khac" - Câu hỏi khác.\n',
            ['contains_any(response, ["mua", "khac"])'],
        ),
        ("最终回答只能是一个合法的 Verdict JSON 对象。", ["has_json(response)"]),
        ("日期格式必须为YYYY-MM-DD。", ['all(matches_format(each, "YYYY-MM-DD") for each in dates_of(response))']),
        ("模板的结尾要有悬念，规则如下：\n- 高价房源：强调品质\n- 低价房源：强调速度", []),
        ("请按以下格式回复：\n- 到货时：您的包裹已送达。\n- 缺货时：商品暂时缺货。\n", []),
        ("**检索结果**：\n```json\n{found}\n```\n请用一句话概括。", ["sentences(response) == 1"]),
        (
            "禁止出现“小编觉得、众所周知、不得不说”等套话。",
            ['contains_none(response, ["小编觉得", "众所周知", "不得不说"])'],
        ),
        ("重要：请用中文作答。", ['in_language(response, "Chinese")']),
        ("Lưu ý: Luôn trả lời bằng tiếng Việt.", ['in_language(response, "Vietnamese")']),
        (
            '如果两张照片拍的不是一处，输出：\n{"place": ""}\n',
            ['not has_json(response) or has_keys(response, ["place"])'],
        ),
        (
            "回复格式：\n种类: [闲聊|菜谱]\n内容: [正文]\n\n如果种类是菜谱，内容必须是以下JSON格式：\n"
            '{\n  "dish": "菜名", // 必选\n'
            '  "heat": "大火", // 必选：火力（大火/中火/小火）\n  "tip": "提示" // 可选\n}',
            [
                'labels_in_order(response, ["种类", "内容"])',
                'has_label(response, "种类")',
                'all(is_one_of(each, ["闲聊", "菜谱"]) for each in labelled_all(response, "种类"))',
                'has_label(response, "内容")',
                'not has_json(response) or has_keys(response, ["dish", "heat"])',
                'all(is_one_of(each, ["大火", "中火", "小火"]) for each in leaves_of(response, "heat"))',
            ],
        ),
        (
            '输出JSON：\n{"act": {"name": "名", "args": { ... }} 或 null, "say": ""}\n'
            '- 用户要唱歌时，act 写成 `{"name": "sing", "args": {"song": "茉莉花"}}`。',
            ["has_json(response)", 'has_keys(response, ["act", "act.name", "act.args", "say"])'],
        ),
        ("所有键（key）和字符串值（string value）都必须用双引号，输出JSON。", ["has_json(response)"]),
        (
            '返回格式：{"answer": "...", "score": 0}',
            [
                "has_json(response)",
                'has_keys(response, ["answer", "score"])',
                'all(has_type(value, "number") for value in values(response, "score"))',
            ],
        ),
        (
            "返回JSON：\n- floor：楼层\n- side：朝向\n\n要求：\n- floor必须是整数，side必须是“north”或“south”",
            [
                "has_json(response)",
                'has_keys(response, ["floor", "side"])',
                'bool(values(response, "floor"))',
                'bool(values(response, "side"))',
                'all(has_type(value, "integer") for value in values(response, "floor"))',
                'all(is_one_of(each, ["north", "south"]) for each in leaves_of(response, "side"))',
            ],
        ),
        (
            '返回JSON：\n{"tags": ["词"], "kind": "x", "sure": 0.5}\n\n要求：\n- tags数量为2-4个\n'
            "- kind 从 sun / rain / snow 中选择\n- sure取值范围0-1\n- kind 不能是空值",
            [
                "has_json(response)",
                'has_keys(response, ["tags", "kind", "sure"])',
                'all(has_type(value, "list") for value in values(response, "tags"))',
                'all(has_type(value, "number") for value in values(response, "sure"))',
                'all(2 <= len(each) <= 4 for each in lists_of(response, "tags"))',
                'all(is_one_of(each, ["sun", "rain", "snow"]) for each in leaves_of(response, "kind"))',
                'all(number_between(each, 0, 1) for each in leaves_of(response, "sure"))',
                'has_keys(response, ["kind"])',
            ],
        ),
        (
            'Trả về JSON:\n{"mau": "...", "ghi": "..."}\n\nLưu ý:\n- mau là một trong: đỏ, xanh, vàng\n'
            '- Dùng thông tin trong trường "nguon" để viết.',
            [
                "has_json(response)",
                'has_keys(response, ["mau", "ghi"])',
                'all(is_one_of(each, ["đỏ", "xanh", "vàng"]) for each in leaves_of(response, "mau"))',
            ],
        ),
        (
            '以JSON返回：\n{"cards": [{"front": "", "back": ""}]}\n\n要求：\n- 生成6张卡片\n'
            "- front：词语（2个字+一句话）",
            [
                "has_json(response)",
                'has_keys(response, ["cards", "cards.front", "cards.back"])',
                'all(has_type(value, "list") for value in values(response, "cards"))',
                'all(len(each) == 6 for each in lists_of(response, "cards"))',
                'has_keys(response, ["cards.front"])',
            ],
        ),
        (
            '输出JSON：\n{"a": "x"}\n\n## 禁止事项\n❌ 输出任何JSON之外的内容\n❌ 使用代码块',
            ["has_json(response)", 'has_keys(response, ["a"])', "only_json(response)", "not has_code(response)"],
        ),
        (
            "按以下格式输出：\n```\n检查: 单元 PASS/FAIL | 整体 PASS/FAIL\n结论: PASS / FAIL\n```",
            [
                'labels_in_order(response, ["检查", "结论"])',
                'has_label(response, "检查")',
                'has_label(response, "结论")',
                'all(is_one_of(each, ["PASS", "FAIL"]) for each in labelled_all(response, "结论"))',
            ],
        ),
        (
            "# 输出\n\n## 格式\n用短句。\n\n## 评估\n自查一遍。",
            [],
        ),
        (
            "请完成以下事情：\n1. 用80-120字介绍这座城市\n2. 列出5个景点\n3. 推荐一条路线",
            [],
        ),
        (
            "系统会提取以下三类关键信息：\n- 价格\n- 面积\n- 朝向",
            [],
        ),
        (
            '返回JSON：\n{"text": "x"}\n\ntext 的结构：\n```\n## 背景\n[背景]\n## 结论\n[结论]\n```',
            ["has_json(response)", 'has_keys(response, ["text"])'],
        ),
        (
            "写一份日报。\n\n输出格式：\n## 完成事项\n[事项]\n## 明日安排\n[安排]\n\n要求：\n- 完成事项不超过80字\n"
            "- “明日安排”列出2-3条",
            [
                'sections_in_order(response, ["完成事项", "明日安排"])',
                'has_section(response, "完成事项")',
                'has_section(response, "明日安排")',
                'words(section(response, "完成事项")) <= 80',
                '2 <= entries(section(response, "明日安排")) <= 3',
            ],
        ),
        (
            "## Output — Viết bằng lời thân mật\n### 1. Món chính\n2-3 câu.\n### 2. Món phụ\nMỗi món 1 câu.",
            [
                'has_section(response, "Món chính")',
                '2 <= sentences(section(response, "Món chính")) <= 3',
                'has_section(response, "Món phụ")',
            ],
        ),
        (
            "## Định dạng đầu ra\n```\n- Ý kiến: [ý kiến]\n- Kết quả: [kết quả]\n```\n\n"
            "## Quy tắc\n- Ý kiến không quá 3 câu",
            [
                'labels_in_order(response, ["Ý kiến", "Kết quả"])',
                'has_label(response, "Ý kiến")',
                'has_label(response, "Kết quả")',
                'all(sentences(each) <= 3 for each in labelled_all(response, "Ý kiến"))',
            ],
        ),
        (
            "# 输出要求\n- 请照下面的要求输出：\n【标题】不超过10字\n【摘要】不超过100字\n- 不要输出其他内容",
            ["words(title(response)) <= 10", "no_preamble(response) and no_closing(response)"],
        ),
        (
            'Trả về JSON theo cấu trúc:\n{\n  "diem": <số nguyên từ 1 đến 10>\n}\n',
            [
                "has_json(response)",
                'has_keys(response, ["diem"])',
                'all(has_type(value, "integer") for value in values(response, "diem"))',
                'all(number_between(each, 1, 10) for each in leaves_of(response, "diem"))',
            ],
        ),
        (
            "请写出如下格式的便条：\n<便条正文>\n\n后来，邻居对便条提了两处修改。\n\n请注意保留邻居写的门牌，回复不超过50字。",
            ["words(response) <= 50"],
        ),
        ("**注意：答复必须是有效的JSON，不要附上任何其他文字。**", ["has_json(response)", "only_json(response)"]),
        ("返回Markdown表格，包含`名称`、`价格`。", ["has_table(response)", 'has_columns(response, ["名称", "价格"])']),
        ("输出JSON。\n不要换行，不要使用代码块。", ["has_json(response)", "not has_code(response)"]),
        ('Chỉ đưa ra kết quả "Chín" hoặc "Sống".', ['is_one_of(response, ["Chín", "Sống"])']),
        (
            "顾客的订单如下 (JSON格式):\n```json\n{order}\n```\n\n请写一封回信，不要添加任何解释。",
            ["no_preamble(response) and no_closing(response)"],
        ),
        (
            "请判断来电属于以下哪种：\n1. **报修**：设备坏了\n2. **催单**\n3. **闲聊**",
            ['contains_any(response, ["报修", "催单", "闲聊"])'],
        ),
        ("在断点处插入 <br>，直接输出文本。\n<examples>\n<example>一<br>二</example>\n</examples>\n", []),
        (
            'Trả về JSON:\n{"ghi_chu": "dòng một\n\ndòng hai",\n"diem": 1,\n"ly_do": "<ngắn gọn, rõ/dễ hiểu, một ý>"}',
            [
                "has_json(response)",
                'has_keys(response, ["ghi_chu", "diem", "ly_do"])',
                'all(has_type(value, "number") for value in values(response, "diem"))',
            ],
        ),
        (
            'Trả về JSON:\n{"uu_diem": ["..."]}\n\nHướng dẫn:\n- uu_diem: liệt kê 2-4 điểm tốt về field/role, theo CV',
            [
                "has_json(response)",
                'has_keys(response, ["uu_diem"])',
                'all(has_type(value, "list") for value in values(response, "uu_diem"))',
                'all(2 <= len(each) <= 4 for each in lists_of(response, "uu_diem"))',
            ],
        ),
        (
            '1. 以结构化 JSON 格式输出。\n2. 示例格式：\n{"place": "湖边", "level": "冷"}\n3. 不要使用表情符号。',
            ["has_json(response)", 'has_keys(response, ["place", "level"])', "not has_emoji(response)"],
        ),
        (
            '按JSON输出：\n{\n  "level": "冷" // 温度（冷/凉/热）\n}',
            [
                "has_json(response)",
                'has_keys(response, ["level"])',
                'all(is_one_of(each, ["冷", "凉", "热"]) for each in leaves_of(response, "level"))',
            ],
        ),
        ("根据改动写一条提交信息。\n结构：<type>(<scope>): <subject>", ["has_commit_title(response)"]),
        ("Viết thông điệp commit theo chuẩn Conventional Commits.", ["has_commit_title(response)"]),
        ("每次回复只问一个问题。", ["questions(response) == 1"]),
        ("每行一个菜名。", ['separated_by(response, "\\n")']),
        ("Mỗi dòng một tên món.", ['separated_by(response, "\\n")']),
        (
            "写8个标题，每个标题不超过12字。",
            ["entries(response) == 8", "all(words(each) <= 12 for each in entries_of(response))"],
        ),
        (
            "Viết 4 khẩu hiệu, mỗi khẩu hiệu tối đa 40 ký tự.",
            ["entries(response) == 4", "all(characters(each) <= 40 for each in entries_of(response))"],
        ),
        ("Không quá 2 câu mỗi đoạn.", ["all(sentences(each) <= 2 for each in paragraphs_of(response))"]),
        (
            "必须包含以下三个部分：起因、经过、结果。",
            ['all(has_section(response, name) for name in ["起因", "经过", "结果"])'],
        ),
        ("Chỉ trả lời Đúng hoặc Không.", ['is_one_of(response, ["Đúng", "Không"])']),
        ("Luôn mở đầu bằng lời chào thân thiện.", ["has_greeting(response)"]),
        ("Toi da 3 cau moi lan tra loi.", ["sentences(response) <= 3"]),
        ("Tối đa 3 câu mỗi lần trả lời.", ["sentences(response) <= 3"]),
        (
            "输出结构：\n一、主题\n二、要点（不超过5条）\n三、待办（用表格列出：事项、负责人）",
            [
                'has_section(response, "主题")',
                'entries(section(response, "要点")) <= 5',
                'has_section(response, "要点")',
                'has_section(response, "待办")',
            ],
        ),
        (
            'Trả về JSON: {"sai": ["x"]}\n\n- sai: mảng 2-3 từ gây nhiễu',
            [
                "has_json(response)",
                'has_keys(response, ["sai"])',
                'all(has_type(value, "list") for value in values(response, "sai"))',
                'all(2 <= len(each) <= 3 for each in lists_of(response, "sai"))',
            ],
        ),
        ("Đọc bài và chỉ trả về bản dịch.", ["no_preamble(response) and no_closing(response)"]),
        (
            "請用繁體中文回覆，不超過200字，以「您好」開頭。",
            ['in_language(response, "Chinese")', "words(response) <= 200", 'starts_with(response, "您好")'],
        ),
        (
            "不要使用表情符號、表格或粗體。",
            ["not has_emoji(response)", "not has_table(response)", "not has_bold(response)"],
        ),
        ("標題控制在15字以內。請列出3-5個關鍵詞。", ["words(title(response)) <= 15", "3 <= entries(response) <= 5"]),
        ("用总结标题，详细串起三张牌的信息。", []),
        ("用醒目的标题。", ["has_title(response)"]),
        (
            "Tạo 5 khẩu hiệu cho tiệm bánh.\nMỗi khẩu hiệu tối đa 30 ký tự.",
            ["entries(response) == 5", "all(characters(each) <= 30 for each in entries_of(response))"],
        ),
        (
            "Nội dung chính từ 2 đến 3 đoạn, mỗi đoạn không quá 80 từ.",
            ["all(words(each) <= 80 for each in paragraphs_of(response))"],
        ),
        ("Không được tiết lộ mình là robot.", ["not has_self_reference(response)"]),
        (
            "提取信息，输出JSON：\n- 店名（shop）\n- 开业日期（opened），格式YYYY-MM-DD\n- 招牌菜（dishes），数组",
            [
                "has_json(response)",
                'has_keys(response, ["shop", "opened", "dishes"])',
                'bool(values(response, "shop"))',
                'all(matches_format(each, "YYYY-MM-DD") for each in leaves_of(response, "opened"))',
                'all(has_type(value, "list") for value in values(response, "dishes"))',
            ],
        ),
        (
            "Trả lời theo cấu trúc sau:\n1. **Căn cứ**: nêu điều luật\n2. **Phân tích**: tối đa 90 từ",
            [
                'has_section(response, "Căn cứ")',
                'words(section(response, "Phân tích")) <= 90',
                'has_section(response, "Phân tích")',
            ],
        ),
        ("Mở bài không quá 3 câu, thân bài gồm 4-6 mục.", []),
        ("Viết 2 câu giới thiệu và 3 câu mô tả.", []),
        ("Soạn 10 câu trắc nghiệm.", ["entries(response) == 10"]),
        (
            "# Role: 茶艺师\n\n## Goals\n写一段茶评。\n\n## OutputFormat\n茶名：\nxxx\n\n点评：\nxxx\n\n"
            "## Rules\n- 点评不超过80字",
            [
                'has_section(response, "茶名")',
                'has_section(response, "点评")',
                'words(section(response, "点评")) <= 80',
            ],
        ),
        (
            "请判断意图，意图总共有三种：【退货，换货，咨询】。\n\n只需要给出意图。",
            [
                'contains_any(response, ["退货", "换货", "咨询"])',
                'all(is_one_of(each, ["退货", "换货", "咨询"]) for each in entries_of(response))',
            ],
        ),
        ("Có 3 nhãn: vui, buồn, giận.", ['contains_any(response, ["vui", "buồn", "giận"])']),
        ("除了诗歌之外，不要输出任何内容。", ["no_preamble(response) and no_closing(response)"]),
        ("除了标题，其他部分不超过100字。", []),
        ("Ngoài bản dịch, không trả về nội dung nào khác.", ["no_preamble(response) and no_closing(response)"]),
        (
            "请生成{n}个问题，总字数不超过{most}字。",
            ['questions(response) == int(example["n"])', 'words(response) <= int(example["most"])'],
        ),
        ("Độ dài tối đa {limit} từ.", ['words(response) <= int(example["limit"])']),
        ("Phải có dòng '## Bản tin' ở đầu văn bản.", ['starts_with(response, "## Bản tin")']),
        ("确保JSON格式正确。", ["has_json(response)"]),
        (
            'Trả về JSON: {"tags": ["x"]}\n\n- `tags` (dùng cho ô tìm kiếm của cửa hàng và bộ lọc):\n  - 4–12 từ khóa',
            [
                "has_json(response)",
                'has_keys(response, ["tags"])',
                'all(has_type(value, "list") for value in values(response, "tags"))',
                'all(4 <= len(each) <= 12 for each in lists_of(response, "tags"))',
            ],
        ),
        ("Hay viet bang tieng Viet, toi da 80 tu.", ['in_language(response, "Vietnamese")', "words(response) <= 80"]),
        ("Khong su dung hashtag, dung emoji phu hop.", ["not has_hashtag(response)", "has_emoji(response)"]),
        ("Neu khach hoi gia, tra loi trong 2 cau.", []),
        (
            'Tra ve JSON:\n{"ten": "ten mon", "nam": "nam (tuy chon)", "loai": "chay|man"}\n\n- ten phai bang tieng Y',
            [
                "has_json(response)",
                'has_keys(response, ["ten", "loai"])',
                'all(is_one_of(each, ["chay", "man"]) for each in leaves_of(response, "loai"))',
                'has_keys(response, ["ten"])',
            ],
        ),
        ("回复要以问候语开头。", ["has_greeting(response)"]),
        ("Trả về JSON, bắt đầu trực tiếp với { và kết thúc bằng }.", ["has_json(response)", "only_json(response)"]),
        ('CÁC QUY TẮC KHÔNG ĐƯỢC VI PHẠM:\n- Kết thúc bằng "Hẹn gặp lại".', ['ends_with(response, "Hẹn gặp lại")']),
        (
            "## Định dạng đầu ra\n\n### Cho một câu:\n**Bản dịch:**\n- **A:** [bản một]\n- **B:** [bản hai]\n\n"
            "### Cho nhiều câu:\n**Nhận xét:** [nhận xét]\n**Đề xuất:** [đề xuất]",
            [],
        ),
        (
            'Chỉ trả lời "hoa" hoặc "quả".\n\n## Ví dụ\n\n{"role": "user", "content": "đào"}\n---> hoa',
            ['is_one_of(response, ["hoa", "quả"])'],
        ),
        ("## Tiêu chuẩn đầu ra\n\n### Bắt buộc đạt được:\n- Tự nhiên\n\n### Mức xuất sắc:\n- Sáng tạo", []),
        (
            '输出JSON：{"term": "条款（付款/验收/交付等）", "rule": "加分规则/扣分规则/得分规则"}',
            ["has_json(response)", 'has_keys(response, ["term", "rule"])'],
        ),
        ("写一句评语。\n<示例输出>\n写得很好，请用10个字。\n</示例输出>", []),
        ("Viết lại câu. Chia điều kiện (A) và kết quả (B) thành hai câu.", []),
        (
            "Tạo thẻ học, mỗi mục 2 thẻ:\n* Thẻ 1: câu hỏi\n* Thẻ 2: câu đáp\n\nRàng buộc:\n\n* Không dùng emoji.",
            ["not has_emoji(response)"],
        ),
        (
            '返回JSON：{"name": "", "level": ""}\n- level的取值只能是high、medium或low\n- 不要添加其他字段',
            [
                "has_json(response)",
                'has_keys(response, ["name", "level"])',
                'all(is_one_of(each, ["high", "medium", "low"]) for each in leaves_of(response, "level"))',
                'only_keys(response, ["name", "level"])',
            ],
        ),
        (
            "输出格式如下：\n\n**问题概述**：一句话概括问题\n**关键信息**：列出日期\n\n用户反馈：{feedback}",
            [
                'sentences(section(response, "问题概述")) == 1',
                'has_section(response, "问题概述")',
                'has_section(response, "关键信息")',
            ],
        ),
        (
            "输出格式：\n1. 题干\nA. 选项\nB. 选项\n答案：X\n解析：xxx",
            [
                'labels_in_order(response, ["答案", "解析"])',
                'has_label(response, "答案")',
                'has_label(response, "解析")',
            ],
        ),
        (
            "# 要求\n1. 标题：不超过20个字\n2. 结尾：添加5个话题标签",
            ["words(title(response)) <= 20", "hashtags(response) == 5"],
        ),
        (
            'Khi trả lời khách hàng, hãy tuân thủ:\n1. Trả lời tối đa 100 từ\n2. Kết thúc bằng "Em cảm ơn ạ!"',
            ["words(response) <= 100", 'ends_with(response, "Em cảm ơn ạ!")'],
        ),
        ("请把下面的文本翻译成英文：\n{text}", ['in_language(response, "English")']),
        ("Dịch văn bản sau sang tiếng Anh:\n{text}", ['in_language(response, "English")']),
        ("将用户的问题分类为：售前、售后、其他。", ['contains_any(response, ["售前", "售后", "其他"])']),
        ("请先给出答案（是/否），再用一句话说明理由。", []),
        ("报告分为三个部分：一、背景；二、分析；三、建议。", []),
        ("Chấm điểm bài viết từ 1 đến 10.", ["any(1 <= each <= 10 for each in numbers_of(response))"]),
        (
            "写一份周报。\n1. **语气**: 温暖。\n2. **结构**:\n   - **标题**: 本周\n"
            "   - **回顾**: 回顾这周\n   - **展望**: 下周重点",
            ['has_section(response, "回顾")', 'has_section(response, "展望")'],
        ),
        (
            "请按照以下要求生成一份分析报告：\n\n1. **概述**\n   - 总结趋势\n\n"
            "2. **看点**\n   - 提取要点\n\n3. **影响**\n   - 分析影响",
            ['has_section(response, "概述")', 'has_section(response, "看点")', 'has_section(response, "影响")'],
        ),
    ],
)
def test_what_stands_around_a_sentence_tells_what_it_speaks_of(prompt: str, expected: list[str]) -> None:
    assert sources(prompt) == expected


def test_lines_that_explain_a_sample_ask_for_its_keys() -> None:
    prompt = (
        '按JSON输出：\n{"day": "日期", "stops": [{"place": "地点", "cost": "花费"}]}\n\n## 字段说明\n'
        "- `day`: 当天日期\n- `stops`: 途经地点\n  - `place`: 地点名称\n\n## 注意事项\n"
        "- 每个地点必须包含花费（cost）\n- 地点放在 stops 字段中，必须按时间排列\n- 不要在 day 字段中写星期"
    )
    whole = 'has_keys(response, ["day", "stops", "stops.place", "stops.cost"])'
    asked = {
        each.sentence.text: each.constraint.source() for each in readings(prompt) if isinstance(each.constraint, Keys)
    }
    assert asked == {
        "按JSON输出：": whole,
        '{"day": "日期", "stops": [{"place": "地点", "cost": "花费"}]}': whole,
        "- `day`: 当天日期": 'has_keys(response, ["day"])',
        "- `stops`: 途经地点": 'has_keys(response, ["stops"])',
        "- `place`: 地点名称": 'has_keys(response, ["stops.place"])',
        "- 每个地点必须包含花费（cost）": 'has_keys(response, ["stops.cost"])',
        "- 地点放在 stops 字段中，必须按时间排列": 'has_keys(response, ["stops"])',
    }


@pytest.mark.parametrize(
    ("prompt", "asked"),
    [
        (
            "# Role\n\n## Profile\n- description: 一位熟悉各地美食的向导\n\n## Skills\n1. 擅长控制预算。\n\n## Rules\n"
            "1. 不要编造地点。\n\n请仔细检查常见错误，包括：\n- 使用空值\n\n"
            "## Workflow\n1. 用户会给出城市。\n2. 使用搜索工具查询天气。\n",
            ["1. 不要编造地点。"],
        ),
        (
            "【知识】\n- 会员满100分可兑换礼品\n- 不支持退换拆封商品\n\n"
            "【回复规则】\n- 涉及投诉时，引导用户拨打热线\n\n【示例】\n客服：请稍等哦。",
            ["- 涉及投诉时，引导用户拨打热线"],
        ),
        (
            "Bạn là Mai, trợ lý của quán.\n\nThông tin quán:\n- Quán không nhận đặt bàn.\n\nCác bước:\n"
            "1. Trích xuất dữ kiện chính.\n2. Gọi hàm create_order.\n\nQuy tắc:\n- Giọng văn thân thiện.\n\n"
            "Nhu cầu khách:\n- Ngân sách tối đa: {budget}",
            ["- Giọng văn thân thiện."],
        ),
        (
            "# 角色\n你是客服。\n\n## 背景\n- 满99元包邮，偏远地区除外。\n\n## 技能\n### 技能1：售后\n"
            "1. 调用 order_query 工具查询订单。\n"
            "2. 向用户说明处理进度。\n\n## 回复要求\n- 用户询问竞品时，礼貌地拒绝评价。\n"
            "- 在回答之前，请先一步步分析。\n\n"
            "用户问题：{question}",
            ["2. 向用户说明处理进度。", "- 用户询问竞品时，礼貌地拒绝评价。"],
        ),
        (
            "**分析要求：**\n1. 包含每段路的里程。\n\n必须写清楚路线，要求如下：\n- 先点出车站的位置。\n\n"
            "本店营业到晚九点。",
            ["1. 包含每段路的里程。", "- 先点出车站的位置。"],
        ),
        (
            "Bạn là trợ lý của xưởng gỗ, chuyên tư vấn:\n- Tượng gỗ\n\nXƯNG HÔ & GIỌNG VĂN\n"
            '- Luôn xưng "em".\n\n若订单均已打包，可以调用 ship 通知仓库',
            ['- Luôn xưng "em".'],
        ),
        (
            "**Vai trò:** Bạn là trợ lý học tập.\n\nHãy tuân thủ các quy tắc sau:\n- Giải thích từng bước.\n\n"
            "Trước khi trả lời, hãy suy nghĩ từng bước.\n\nĐịnh dạng đầu vào:\n- Đề bài gồm một câu.",
            ["- Giải thích từng bước."],
        ),
        (
            "Sử dụng lời lẽ mộc mạc:\nDùng từ ngữ đơn giản.\n\n"
            "Đưa ra ví dụ khi cần thiết:\nCung cấp ví dụ cụ thể.\n\n"
            "Ví dụ câu trả lời:\nHãy ngủ sớm.",
            ["Dùng từ ngữ đơn giản.", "Cung cấp ví dụ cụ thể."],
        ),
        (
            "你是一位园艺师。请观察照片，并从以下方面给出养护建议：\n- 浇水：说明多久一次。\n\n示例（三月）：\n\n"
            "关注点列表如下：",
            ["请观察照片，并从以下方面给出养护建议：", "- 浇水：说明多久一次。"],
        ),
        (
            "你将被给到一封来信，你的任务是挑出错别字。\n\n"
            "作为一名向导，你的任务是介绍当地的小吃。\n\n# 旅行 Skill\n\n根据用户的预算，写出三天的行程。",
            [
                "你将被给到一封来信，你的任务是挑出错别字。",
                "作为一名向导，你的任务是介绍当地的小吃。",
                "根据用户的预算，写出三天的行程。",
            ],
        ),
        (
            "Hãy phân loại các món ăn dưới đây thành:\n- Món chay\n\n"
            "Hãy đọc bức thư và viết lại thành:\n- Lời nhắn ngắn\n\nBạn có khả năng nấu ăn.\n\n"
            "Mục tiêu cuối cùng: bữa tối vui vẻ.",
            ["Hãy phân loại các món ăn dưới đây thành:", "Hãy đọc bức thư và viết lại thành:"],
        ),
        (
            "各部分比例：\n正文必须占一半。\n\n请为下面的商品写一段文案：{product}\n\n输出示例：\n请早点睡。\n\n商品：{product}",
            ["正文必须占一半。", "请为下面的商品写一段文案：{product}"],
        ),
    ],
)
def test_roles_knowledge_tools_and_examples_are_left_alone(prompt: str, asked: list[str]) -> None:
    assert unique(found.sentence.text for found in readings(prompt)) == asked


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Reply with “你好” only.", "en"),
        ("输出JSON格式", "zh"),
        ("請用繁體中文回答。", TRADITIONAL),
        ("Khong dung emoji.", UNMARKED),
        ("Tra loi ngan gon, toi da 3 cau.", UNMARKED),
        ("Then do not chat too long.", "en"),
        ("La casa de mi abuela es grande.", OTHER),
        ("tin can", "en"),
        ("Không dùng emoji.", "vi"),
        ("日本語で答えてください。", OTHER),
        ("Отвечай по-русски.", OTHER),
        ("Sei freundlich und höflich.", OTHER),
        ("Incluye la fecha de entrega.", OTHER),
        ("Luôn ghi rõ tên service (AI Cloud, vServer)", "vi"),
        ("节点用红色标注：style nodeId fill:#fee,stroke:#c00", "zh"),
    ],
)
def test_the_language_of_a_sentence_is_told_by_its_script_and_letters(text: str, code: str) -> None:
    assert spoken(text) == code


def test_a_sentence_in_a_language_without_a_lexicon_is_unread() -> None:
    assert sources("Отвечай не более чем в 50 словах.") == []


def test_a_judge_is_asked_only_for_the_last_sentence_of_a_lead_in() -> None:
    [asked] = readings("你是一位园艺师。请观察照片，并从以下方面给出养护建议：\n- 浇水")[:1]
    assert isinstance(asked.constraint, Judgement)
    assert asked.constraint.words == "请观察照片，并从以下方面给出养护建议："
    assert asked.sentence.text[asked.phrase.start : asked.phrase.end] == asked.constraint.words
