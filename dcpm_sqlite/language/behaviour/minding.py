"""What is done with oneself: seeking quiet, the new, the familiar; fearing, soothing, indulging, trusting oneself."""

MINDING = """
solitude: withdraws into silence and solitude
verbs: withdraw retreat
turns: alone; by myself; by herself; by himself; by themselves; on my own; on her own; on his own; in peace; in silence; silence; solitude; peace and quiet; quiet room/place/hour/corner/spot; undisturbed; to myself
nobody else; no one else; nobody/anybody ... talk/speak to me; nobody talk/speak/disturb/bother; no one talk/speak; do not speak/talk to any/anyone/anybody; without people/company/talk; away from people/everyone/it all/the noise; headphone; leave my phone
no phone; phone at home; turn ... phone off; phone off; closed door; close the door
where nobody/no go; before anyone; before anybody; without a word; not to disturb; not disturb me; so quiet; be empty; just me and; just me; lock the door; lock myself; do not answer the phone; far from; nobody around; no one around; no crowd; like the quiet; the house be quiet; early before

exploring: curious about the unknown, tries out the unfamiliar
verbs: explore discover wander roam venture experiment sample backpack
turns: never/not be/have/try/eat/hear/see/do/play/taste ... before; have never be/have/try/eat/hear/see/do/play/taste; had never have/hear/see/be; be never have it; for the 1 time; something new/different/else/unknown; somewhere new/else
new place/thing/way/route/food/flavour/style/genre/cuisine/dish/recipe; unknown; unfamiliar; off the beaten; what be? behind; behind the next; just to see; see where; never ... twice; not ... twice; stranger; anything i know; not ... i know; curious; curiosity
surprise me; random; try a new; try out; be try ... at the; a different _ each/every; every time something; never hear ... before; i have never
different _ each/every; never heard of; stranger the; next on the list; something new each/every; be anywhere twice; know nothing about; not know yet; on to the next; new to me; go in without know; i wonder what; let ... choose; spin the globe; not heard a

returning: returns to the same old familiar choice
verbs: reread rewatch revisit
turns: the same # ; the same _ for; the same _ every/each; same _ same; same _ again; as always; as ever; as usual; for the # time; for the # summer/year/winter; old favourite; do not need a/anything new; not need ... new; why should i ... else; why ... something else
return to the same; return to; always order/go/book/take/buy/use/choose the; my usual; know how it end; tried and tested; tradition; always the; in the same; same as; again for the; never change; never anything else; do not ask any more; do not ask me any more; like every year
again # time; the old 1; old book/song/film; go back to; go back to it; know every; know all the; anywhere else; # summer/winter/year in the same; like every day; worn copy; always be the; have always be; it have to be; since i be a child; same place; nothing beat; stick to/with the; by heart

worrying: fears the worst and checks again to be reassured
verbs: worry fret dread panic overthink agonise agonize obsess ruminate brood
turns: what if; nervous; anxious; scared; terrified; worried; panicked; can/could not sleep; not sleep; think of an accident; think/imagine/fear ... accident/worst/happen/wrong; the worst; worst case; check/ring/call/measure ... # time; check # time
check ... again and again; just to be sure; heart attack; google ... symptom; be afraid of; afraid; something serious; until she/he/they be home; # hour early; read about ... could; whether ... be in my; be something wrong
what could go wrong; something be wrong; can not stop think; lie awake; awake at night; heart race; my stomach; fear that; scared that; better safe

soothing: seeks relaxation and stress relief
verbs: unwind destress decompress relax meditate
turns: wind down; calm down; calm me; blow off steam; let off steam; clear my head/mind; after a long/hard/stressful/bad day/week/shift; stress relief; take my mind off; forget about work; to relax; help me relax; switch off
stress out of; get/take the stress; shake off; wound up; human again; can/could breathe; head be clear; get my pulse; for bad day; the week be too much; fine again; when i be angry/sad/upset/tense; let ... go of; calm me; wash ... off; come down

indulging: pampers oneself with a treat
verbs: pamper indulge splurge feast binge
turns: treat myself; spoil myself; reward myself; guilty pleasure; little luxury; deserve it; i deserve; sweet tooth; can not get enough; the good stuff

learning: is learning a new skill
verbs: learn study memorise memorize enrol enroll
turns: take a? _? class/course/lesson; sign up for a? _? class/course; beginner; teach myself; start learn; pass the/my _? exam/test

ritual: superstitious ritual that brings luck
turns: lucky; superstition; superstitious; for luck; bring ... luck; touch/knock ... wood; cross ... finger; ritual; when i forget ... lose; same song; same socks; the same _ on each/every match/game/race/exam; before each/every match/game/race/exam; before we leave
always the left; my charm; good omen; bad omen; jinx; same seat

consulting: asks around among friends first
turns: ask ... which/whether; ask ... what to; ask in; ask my _? brother/sister/friend/mother/father/colleague/neighbour/wife/husband/partner/boss which/whether/what/for/about; what would you do; until i have talk; until i have ask; so i take it too; so i do
everybody/everyone ... so i; my colleague all; say i should; think i should; tell me to ... so; the forum; in the forum; in # forum; # review; on recommendation; recommend by; before i have hear; before he have hear; before she have hear; second opinion; a # opinion; under # star; # star

selfreliant: takes no advice from anybody
turns: nobody/none/no/noone ... teach/tell/help me; no one ... teach/tell me; do not need/take/want advice/help; do not ... advice; not ... any help; without ask; read ... myself; fill ... myself; figure ... out myself; do it my way; know better
prefer to do ... myself; rely on myself; do not trust

risking: takes dangerous risks for the thrill
verbs: gamble bet dare
turns: thrill; adrenaline; all in; extreme; no helmet; without a helmet/rope/net; at full speed; dangerous; close call; free fall; top speed

competing: competes against rivals in order to win
verbs: compete outdo outperform outrank outrun
turns: tournament; contest; competition; championship; first place; number 1; come 1/2/3/last; medal; league; ranking; leaderboard; rematch; ahead of me/him/her/others/everyone/them; than me; than the others; more than me; who ... more than; rival
win the; win ... again; win ... time; beat my; beat him/her/them; to beat; until i beat; want to win; be angry all; sore loser; top of the; challenge _ to; in the final; unbeaten; show them all; trophy
be fast than; be better than; beat ... by; second place; revenge; podium; more point; win all; cup; qualify for; on the podium; my rank

striving: ambitiously sets ever higher goals
verbs: strive aspire
turns: new personal; raise the bar; next level; harder than; more ambitious; set myself a goal; new goal; push my limit; promotion; career; further qualification

dreaming: pictures how it might be one day
verbs: daydream fantasise fantasize
turns: dream of; dream about; one day i will; imagine how; bucket list; wish i could; wish list; if i win
"""
