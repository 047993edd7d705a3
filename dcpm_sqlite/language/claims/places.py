"""How wide a place is, as far as names tell: a continent, a country or a nation in one, else anything."""

from __future__ import annotations

from dcpm_sqlite.language.text import fold

_CONTINENTS = "africa|asia|europe|north america|south america|latin america|central america|oceania|antarctica|the middle east|middle east|scandinavia|the balkans|balkans|the caribbean|caribbean|the far east|far east"
_COUNTRIES = """
afghanistan|albania|algeria|andorra|angola|argentina|armenia|australia|austria|azerbaijan|bahrain|bangladesh|barbados|belarus|belgium|belize
|benin|bhutan|bolivia|bosnia|bosnia and herzegovina|botswana|brazil|britain|great britain|brunei|bulgaria|burkina faso|burundi|cambodia|cameroon
|canada|cape verde|chad|chile|china|colombia|comoros|congo|costa rica|croatia|cuba|cyprus|czechia|czech republic|denmark|djibouti|dominica
|dominican republic|ecuador|egypt|el salvador|england|eritrea|estonia|eswatini|ethiopia|fiji|finland|france|gabon|gambia|georgia|germany|ghana
|greece|grenada|guatemala|guinea|guyana|haiti|honduras|hungary|iceland|india|indonesia|iran|iraq|ireland|northern ireland|israel|italy
|ivory coast|jamaica|japan|jordan|kazakhstan|kenya|kosovo|kuwait|kyrgyzstan|laos|latvia|lebanon|lesotho|liberia|libya|liechtenstein|lithuania
|luxembourg|madagascar|malawi|malaysia|maldives|mali|malta|mauritania|mauritius|mexico|moldova|monaco|mongolia|montenegro|morocco|mozambique
|myanmar|namibia|nepal|netherlands|holland|new zealand|nicaragua|niger|nigeria|north korea|north macedonia|macedonia|norway|oman|pakistan
|palestine|panama|papua new guinea|paraguay|peru|philippines|poland|portugal|qatar|romania|russia|rwanda|samoa|saudi arabia|scotland|senegal
|serbia|seychelles|sierra leone|singapore|slovakia|slovenia|somalia|south africa|south korea|korea|south sudan|spain|sri lanka|sudan|suriname
|sweden|switzerland|syria|taiwan|tajikistan|tanzania|thailand|togo|tonga|trinidad|tunisia|turkey|turkmenistan|uganda|ukraine
|united arab emirates|uae|united kingdom|uk|united states|us|usa|states|america|uruguay|uzbekistan|vanuatu|venezuela|vietnam|wales|yemen|zambia
|zimbabwe
"""
_WIDE = {name.strip(): 2 for name in _CONTINENTS.split("|")} | {name.strip(): 1 for name in _COUNTRIES.split("|")}
_COMPASS = (
    "north of ",
    "south of ",
    "east of ",
    "west of ",
    "middle of ",
    "heart of ",
    "north ",
    "south ",
    "east ",
    "west ",
    "northern ",
    "southern ",
    "eastern ",
    "western ",
    "central ",
    "rural ",
)


def wideness(place: str) -> int:
    """2 of a continent, 1 of a country, 0 of what is in one, or of any other place."""
    name = fold(place).strip(" .,!").removeprefix("the ")
    found = _WIDE.get(name)
    if found is None:
        found = next((_WIDE[rest] for mark in _COMPASS if (rest := name.removeprefix(mark)) != name and rest in _WIDE), None)
    return 0 if found is None else found
