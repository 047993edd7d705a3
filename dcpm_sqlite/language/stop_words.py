"""Words that say nothing about what a question is after.

Short lists on purpose: a word too many costs recall, one too few only time. A word of another language that is an
English content word ("war", "door", "die") is left out; where it is frequent, its weight is small anyway.
"""

_ENGLISH = """
a about above after again against all am an and any are as at be because been before being below between both but by
can could did do does doing down during each few for from further had has have having he her here hers herself him
himself his how i if in into is it its itself just me more most my myself no nor not now of off on once only or other
our ours ourselves out over own s same she should so some such t than that the their theirs them themselves then there
these they this those through to too under until up very was we were what when where which while who whom whose why
will with would you your yours yourself yourselves d ll m re ve don didn doesn isn wasn couldn wouldn shouldn hasn
haven hadn aren weren
"""
_GERMAN = """
aber als am an auch auf aus bei bis bist da das dass dem der des du ein eine einem einen einer er es für hatte habe
haben hast ich ihr im in ist ja mein meine mich mir mit nach nicht noch nur oder sein seine sich sie sind so und uns
von vor waren warum was wann wen wer wie wir wird wo zu zum zur über
"""
_FRENCH = """
au aux avec ce ces cette dans de des du elle en est et eu il ils je la le les leur lui ma mais me mes moi mon ne nous
ou où pas qu que qui quoi quand sa se ses sont ta te tes tu un une vous était été comment pourquoi
"""
_SPANISH = """
al como con cuando cuál de del donde dónde el ella en es ese esta este está fue la las le lo los me mi mis más no nos
o para pero por qué que quien quién se ser si su sus te tu un una y ya yo cómo cuándo
"""
_ITALIAN = """
al alla che chi ci con cosa da dal dei del della di e è gli ha hai ho i il in io la le lei lo lui ma mi mio mia nel
nella non per perché quando quale se si sono su sua suo tu un una
"""
_PORTUGUESE = """
ao aos com como da das de do dos e ela ele em eu foi isso já mais me meu minha na nas no nos não o os onde ou para
pelo por quando que quem se seu sua são um uma você é
"""
_DUTCH = """
aan al als bij dat de der deze dit een en er had heb hebben heeft het hij hoe ik in is je kan maar me met mijn naar
niet nog nu of om ons ook op te tot u uit voor waar wanneer was wat we wie wij ze zich zij zijn
"""

WORDS = " ".join((_ENGLISH, _GERMAN, _FRENCH, _SPANISH, _ITALIAN, _PORTUGUESE, _DUTCH))
