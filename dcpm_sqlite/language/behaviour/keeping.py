"""What is done with things, with money and with what grows: kept, gathered, saved, mended, made, counted, let go."""

KEEPING = """
nurturing: patient care: lets it grow in its own time
verbs: nurture tend foster cultivate groom prune weed mist nurse rear breed plant sow transplant repot fertilise fertilize harvest incubate blossom
turns: patient with; be patient; patience; impatience; take care of; look after; care for; own time/pace/speed; in its own; no hurry; no rush; give ... time to; give myself/it/them/her/him time; take time; need ... time
let ... grow/ripen/rest/come/heal/unfold/mature/rise/settle; let the rest; let trust; watch ... grow; when it/he/she/they be? ready/come; be ready when; come when it come; come by itself; rest come; by itself
can/do/will/must not ... rush/push/pull/force/hurry/press; can not be forced; do not push; not force; never force; take # year; take # month; take year/month/week; take # day; it all? take time; need half a year; year until
feed ... every/each; water ... every/each; turn and; need to be turned; have to be turned; quick fix; do not work it; no shortcut; i be there; make sure i be there; steady attention; day after day; month after month; a few minute every/each
the time it/he/she/they need; need patience; and wait; wait until/for; see ... blossom; blossom; bloom; a little braver; eat from my hand; let me touch; year of care; month of care; be finally grow; finally grow; day by day; bring ... up; coax; spread their root; gentle

collecting: gathers many of a kind and wants the set complete
verbs: amass hoard catalogue
turns: collection; collect old/rare/vintage/antique/foreign; collect all/every; collect _? stamp/postcard/vinyl/sticker/poster/plate/spoon/mineral/fossil/coin/record/card/book/doll/shell/stone/bottle/figure/comic/toy/watch/badge/magnet/sneaker/mug/pen/antique; complete set/series/list/catalogue/collection; from my set/list/series
miss ... from/to/in/on my/the; still miss; still lack; only ... miss; 1 of each/every; from each/every country/city/place; rare _; rarity; rarest; tick ... off; hunt down; hunt for; another rare
do not have the; still do not have; # _? _? on my shelf/shelves/list/wall; have a room of; add ... to my collection; first edition; limited edition; for my collection; swap ... double; bring back a _ from each/every

saving: stores a reserve for later
verbs: economise economize stash stockpile ration invest
turns: put ... aside; set ... aside; put # aside; for later; for the winter; for a rainy day; rainy day; for hard time; for the end of; for old age; for retirement; in reserve; in store; nest egg; emergency fund; piggy bank; =savings
save for; save up; save my; save # ; save money; save some; save on; save part; be save for; not touch the; do not touch; you never know; might/may/could need it/them; need it/them later; freeze half/some/the; freeze ... for
put up # jar; can ... for the winter; keep a store; stock of; keep ... spare/reserve; keep old; left over; leftover; never let ... below/empty; tighten my belt; standing order
save ... cost; just in case i need; keep ... in case; last through the winter; something left at the end; for the child's; for a house

bargaining: looks for the best price
verbs: haggle bargain negotiate
turns: on sale; discount; coupon; voucher; cheapest; compare price; half price; best deal; bargain; second hand cheap; too expensive; wait for the sale; outlet; loyalty card; black friday; price drop

measuring: tracks numbers and statistics
verbs: tally quantify monitor measure log
turns: spreadsheet; chart; graph; statistic; statistics; stats; keep a/the/my log/diary/record/journal/tally/count/score/track; keep track; track my; keep count; note/write ... down ... how/the/my; note/write down; # percent; percent less/more
my goal be; out of 10/5; # out of #; meter; down to the gram/minute/second/cent/penny; personal best; fall from # to #; on average; step count; weigh myself; app tell/say/show; say the chart; record my/the/every/each; count calorie/step/page; curve
=noted; note ... each time; logbook; log book; average; # over #; write every/each; write down what; write down every; enter the/every; keep the books; best so far; dear month; less than last year; more than last year; number do not lie; app count

sharing: gives away own things to others
verbs: share donate contribute bequeath gift
turns: give ... away; for other; for everyone; for everybody; for anyone; for the whole; for other to take; for the neighbour; for my/the colleague; to the office; over to the neighbour; some over; bring ... to the office/team/class; bring 1/some/it ... for
invite the whole/all/every/everyone/neighbour; invite my; everybody/anybody/anyone/everyone ... may/can borrow/take/use/come; may borrow/take/use; lend ... my/the; lend ... to; lend out; on purpose; leave ... for other; leave ... in the public; in the public
pass ... on to other; treat everyone; treat ... to; pay for everyone; too much on purpose; make double; twice as much; open house; there be always enough
for free; take no money; do not take money; nobody pay me; without pay; take half to; half to the; take ... to the neighbour; leave a _ at; at _ door; make a double; give my old; free help; feed the; give it to a; give ... to charity; nothing in return; pay for a stranger

abstaining: total abstinence
verbs: abstain refrain
turns: do/did not eat/drink/smoke/touch/use/wear any?; never eat/drink/smoke/touch/use/wear; give up meat/alcohol/sugar/smoking/coffee/drinking/flying; i be vegan/vegetarian/teetotal/sober; go/turn/become/stay vegan/vegetarian/sober; be _ vegan/vegetarian/sober; swear off; on principle; cold turkey

reducing: lives with less
verbs: declutter simplify downsize minimise minimize discard
turns: clear ... out; get rid of; cut down; cut back; cut out; delete all/most/half/my/social/#; unsubscribe; uninstall; 1 _? in 1 _? out; only own/have/need/do/keep/use; # _ leave; have # _ leave; do with less
few and few; =fewer; less be more; less stuff; a 3/half/quarter of what; minimalist; minimalism; =bare; essential; essentials; say no to; no more than #; do without; no _ any more; give away half; leave # ... meeting; only do #; only have #
cancel # subscription; cancel ... subscription; cost down; only buy what; turn ... down to save; no more than i need; live off; cut ... in half; half as much; give up the car; throw out half

repairing: mends what is broken
verbs: repair fix mend restore renovate refurbish salvage reuse upcycle darn rebuild reupholster glue patch sand rewire solder
turns: instead of buy/replace/throw; good as new; get ... work/go/run again; get it work; a part from; broken ... work; broken ... again; rather ... than lose/replace/throw/buy; apologise 1; be the 1 who apologise; make up after; year of silence
change the battery; still go strong; keep ... running; second life; from the trash/dump/skip; as good as new; make it last
new battery; swap the; never throw ... away; back to life; spare part; sand ... down; fresh coat; unravel; good for another; why buy new; rescue another; broken _ for free; new sole; sew ... back on; a hole in; at the repair; screw ... back; replace the part

making: handcrafted instead of bought
verbs: sew knit crochet carve weld whittle weave handcraft forge bake brew pickle ferment embroider quilt craft
turns: by hand; home made; homemade; handmade; hand made; from scratch; make my/our/your own; build my/our own; sew my own; brew my own; bake my own; grow my own; have not buy; never buy; do not buy; do it myself; diy; myself from
build ... from; build ... out of; make ... out of; out of old/scrap; no shop; build the/a/another shelf/shelves/table/bed/shed/bench/house/boat/desk; be build a/the/my; make ... from old

ordering: sorts everything neatly into its place
verbs: tidy sort categorise categorize label alphabetise vacuum declutter rearrange
turns: alphabetical; by colour; label ... box/jar/drawer/folder; in order; put ... back in its place; everything have its place; sort ... by; file ... away; colour coded; clean as; spotless; make my bed

securing: guards against loss with copies and locks
verbs: safeguard secure encrypt insure protect guard
turns: back up; backup; backups; copy of; # copy; lose ... 1 never again; never again; once lose; in a crash; after a crash; password manager; lock twice; lock the door; double lock; insurance; test the restore; save my document; save ... every few minute; spare key

creating: composes original works
verbs: compose paint sketch sculpt choreograph illustrate
turns: write a/my/the/another _? novel/screenplay/poem/poetry/song/story/book/play/musical/lyric; write poem/poetry/song/story; 1 draft; draw a/the/my _? picture/portrait/comic/cartoon; my screenplay/novel/poem/song/painting/drawing/sketch; finish a/the/my/another painting/novel/song/story/drawing

automating: automates repetitive chores with a mechanism
verbs: automate
turns: script; macro; automatic; automatically; by itself every; timer; robot; do ... twice; smart home; one click

documenting: preserves memories of what was
verbs: photograph archive chronicle
turns: photo album; scrapbook; take ... picture of every; photograph every; keep every letter; keep a diary; write in my diary; journal every; memory box; keepsake; film everything; write down what the
"""
