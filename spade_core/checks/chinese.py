"""Chinese numbers, dates and units written as in English, so that one reader serves both; names in Chinese."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from spade_core.checks.figures import _SHORT_MONTHS

__all__: list[str] = []

_ZH_HAN: Final = re.compile("[\u4e00-\u9fff]")
_ZH_DAYS_OF_WEEK: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_ZH_DIGITS: Final = {each: value for value, each in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_ZH_TENS: Final = {"十": 10, "百": 100, "千": 1000}
_ZH_MYRIADS: Final = {"万": 10_000, "亿": 100_000_000}
_ZH_NUMERAL: Final = "[零〇一二两三四五六七八九十百千万亿]"
_ZH_COUNTED: Final = (
    "世纪|个月|个|年|月|日|号|天|周|小时|分钟|秒|点|晚(?!上)|平方|公里|千米|厘米|米|公斤|千克|克|吨|亩|公顷|元|块|欧元|美元|英镑|人|名|位|次|件|层|楼|座"
    "|家|岁|倍|种|张|台|条|片|粒|瓶|杯|页|本|套|辆|艘|间|门|项|份|届|度|%"
)
_ZH_SPELT: Final = re.compile(
    rf"(?<![\d.])({_ZH_NUMERAL}{{1,12}})(?=(?:余|多)?(?:{_ZH_COUNTED}))|(?<=点)({_ZH_NUMERAL}{{1,3}})(?=分)"
)
_ZH_SHARE: Final = re.compile(rf"百分之({_ZH_NUMERAL}+|\d+(?:\.\d+)?)")
_ZH_LARGE: Final = re.compile(r"(?<![\d.])(\d+(?:\.\d+)?) ?([万亿])")
_ZH_TIME: Final = re.compile(r"(?<!\d)(\d{1,2})点(?:(\d{1,2})分|(半)|整|钟)?")
_ZH_AFTER_NOON: Final = re.compile(r"(?:下午|傍晚|晚上)(\d|1[01])点")
_ZH_WEEKDAY: Final = re.compile(r"(?:周|星期|礼拜)([一二三四五六日天])(?![次期个年月天])")
_ZH_DATES: Final = (
    (re.compile(r"(\d{4})年(\d{1,2})月(\d{1,2})[日号]"), lambda m: f" {m[1]}-{int(m[2]):02}-{int(m[3]):02} "),
    (re.compile(r"(\d{4})年(1[0-2]|0?[1-9])月"), lambda m: f" {_SHORT_MONTHS[int(m[2]) - 1]} {m[1]} "),
    (
        re.compile(r"(?<!\d)(1[0-2]|0?[1-9])月(\d{1,2})[日号]"),
        lambda m: f" {int(m[2])} {_SHORT_MONTHS[int(m[1]) - 1]} ",
    ),
    (re.compile(r"(?<!\d)((?:1\d|20)\d\d)年"), lambda m: f" {m[1]} "),
    (re.compile(r"(\d{1,2})世纪"), lambda m: f" {m[1]}th century "),
    (re.compile(r"(?<![\d个])(1[0-2]|0?[1-9])月"), lambda m: f" {_SHORT_MONTHS[int(m[1]) - 1]} "),
)
_ZH_SAID: Final = (
    (re.compile(r"不超过|至多|最多"), " at most "),
    (re.compile(r"至少|最少|不少于"), " at least "),
    (re.compile(r"超过|多于"), " over "),
    (re.compile(r"大约|约|将近|接近"), " about "),
    (re.compile(r"闭馆|休馆|停业|休息"), " closed "),
    (re.compile(r"除了?"), " except "),
)
_ZH_UNITS: Final = {
    "平方公里": "square kilometres", "平方米": "square metres", "公顷": "hectares", "公里": "km", "千米": "km",
    "厘米": "cm", "毫米": "mm", "米": "m", "公斤": "kg", "千克": "kg", "毫克": "mg", "克": "g", "吨": "tonnes",
    "小时": "hours", "分钟": "minutes", "秒": "seconds", "个月": "months", "年": "years", "个工作日": "days",
    "晚": "nights", "欧元": "euros", "美元": "dollars", "英镑": "pounds", "工作日": "days",
    "天": "days", "日": "days", "元": "yuan", "块": "yuan", "℃": "°C", "摄氏度": "°C",
}  # fmt: skip
_ZH_UNIT: Final = re.compile(rf"(?<=\d) ?({'|'.join(_ZH_UNITS)})")
_ZH_MARKS: Final = (
    ("。", ". "), ("！", "! "), ("？", "? "), ("，", ", "), ("；", "; "), ("：", ": "), ("、", ", "),
    ("（", " ("), ("）", ") "), ("％", "%"),
)  # fmt: skip
_ZH_BESIDE_HAN: Final = re.compile("(?<=[\u4e00-\u9fff])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9%])(?=[\u4e00-\u9fff])")
_ZH_SURNAMES: Final = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜"
    "范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文庞樊兰殷施陶洪翟安颜倪严牛温芦季俞章鲁葛"
    "茅贝齐梅"
)
_ZH_TITLES: Final = (
    "先生|女士|小姐|教授|博士|医生|大夫|老师|校长|院长|馆长|园长|所长|厂长|店长|经理|主任|总裁|董事长|部长|局长|市长|主席|律师"
    "|县长|省长|镇长|村长|书记|队长|船长|教练|发言人|工程师|建筑师|设计师|导演|记者"
)
_ZH_DONE: Final = "设计|建造|修建|创立|创办|创建|撰写|编写|创作|执导|主演|主持|发明|绘制|负责|领导|翻译"
_ZH_GIVEN: Final = "(?:(?![的了和与及是在有级何为常见牌名位])[\u4e00-\u9fff])"
_ZH_PERSON: Final = re.compile(
    rf"(?:由|是|为|{_ZH_TITLES})([{_ZH_SURNAMES}]{_ZH_GIVEN}{{1,2}})"
    rf"(?=[\s,.;:!?)(\"'”“]|$|{_ZH_DONE}|{_ZH_TITLES}|说|表示|介绍|指出|认为)"
    rf"|(?<![\u4e00-\u9fff])([{_ZH_SURNAMES}]{_ZH_GIVEN}{{1,2}})(?={_ZH_TITLES})"
    rf"|([{_ZH_SURNAMES}]{_ZH_GIVEN}{{2}})(?={_ZH_TITLES})"
)
_ZH_KINDS: Final = "湖河江海山岛港桥寺塔市县省镇村区路街"
_ZH_PLACE: Final = re.compile(
    r"(?:在|位于|注入|流入|汇入|流经|横跨|前往|来自|到达|抵达|迁至|设在|坐落于)"
    rf"([\u4e00-\u9fff]{{1,3}}[{_ZH_KINDS}])(?![\u4e00-\u9fff]?[{_ZH_KINDS}])"
)
_ZH_NO_PLACE: Final = frozenset("这那该本全各某此同每我你他大小新老旧高深内外中前后左右几多有无的条座个里边")
_ZH_PARTS_OF_PLACES: Final = frozenset("东南西北上下一二两三")
_ZH_NO_KINDS: Final = frozenset(
    (
        "地区", "山区", "城区", "郊区", "小区", "景区", "园区", "校区", "社区", "街区",
        "市区", "马路", "公路", "铁路", "道路", "线路", "城市", "都市", "超市", "股市",
        "夜市", "山河", "运河", "大海", "大街", "乡村", "农村", "乡镇", "城镇", "村镇",
        "大桥", "海岛",
    )
)  # fmt: skip


def _chinese_as_read(text: str) -> str:
    """Return a text with its Chinese numbers, dates, times, units and marks as an English text has them."""
    if not _ZH_HAN.search(text):
        return text
    for mark, written in _ZH_MARKS:
        text = text.replace(mark, written)
    for pattern, words in _ZH_SAID:
        text = pattern.sub(words, text)
    text = _ZH_SHARE.sub(lambda match: f"{_chinese_number(match[1])}%", text)
    text = _ZH_SPELT.sub(lambda match: _chinese_number(match[1] or match[2]), text)
    text = _ZH_LARGE.sub(lambda match: f"{float(match[1]) * _ZH_MYRIADS[match[2]]:.10g}", text)
    text = _ZH_WEEKDAY.sub(
        lambda match: f" {_ZH_DAYS_OF_WEEK['一二三四五六日'.find(match[1].replace('天', '日'))]} ", text
    )
    for pattern, date in _ZH_DATES:
        text = pattern.sub(date, text)
    text = _ZH_AFTER_NOON.sub(lambda match: f" {int(match[1]) + 12}点", text)
    text = _ZH_TIME.sub(lambda match: f" {match[1]}:{30 if match[3] else int(match[2] or 0):02} ", text)
    text = _ZH_UNIT.sub(lambda match: f" {_ZH_UNITS[match[1]]} ", text)
    return _ZH_BESIDE_HAN.sub(" ", text)


def _chinese_number(written: str) -> str:
    """Return a Chinese numeral in digits; digits as they are."""
    if written[0].isascii():
        return written
    if not {*written} & {*_ZH_TENS, *_ZH_MYRIADS}:
        return "".join(str(_ZH_DIGITS[each]) for each in written)
    total = section = digit = 0
    for each in written:
        if each in _ZH_DIGITS:
            digit = _ZH_DIGITS[each]
        elif each in _ZH_TENS:
            section, digit = section + (digit or 1) * _ZH_TENS[each], 0
        else:
            total, section, digit = (total + section + digit or 1) * _ZH_MYRIADS[each], 0, 0
    return str(total + section + digit)


def _new_chinese_names(text: str, given: Iterable[str]) -> Iterator[str]:
    """Yield the people and places of a text that no source holds: with a surname and a title or a deed, or a kind."""
    if not _ZH_HAN.search(text):
        return
    known, text = "\n".join(given), _chinese_as_read(text)
    for match in _ZH_PERSON.finditer(text):
        name = match[1] or match[2] or match[3]
        if name not in known and name[:2] not in known:
            yield name
    for match in _ZH_PLACE.finditer(text):
        name, stem = match[1], {*match[1][:-1]}
        is_place = not stem & _ZH_NO_PLACE and not stem <= _ZH_PARTS_OF_PLACES and name[-2:] not in _ZH_NO_KINDS
        if is_place and name[-2:] not in known and name[:-1] not in known:
            yield name
