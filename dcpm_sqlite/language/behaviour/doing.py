"""How something is gone about: slowly, ahead of time, late, again, exactly, anyhow."""

DOING = """
gradual: advances in small increments
verbs: accrue increment
turns: step by step; bit by bit; little by little; inch by inch; =gradually; piecemeal; brick by brick; page by page
in small/tiny/little/easy/short steps/increments/portions/doses/stages; small/tiny/baby/little step/change/increment
1 _ at a time; # _? _ at a time; a few _ at a time; at? half speed
a little/bit/touch/notch more/further/longer/faster/heavier/higher/better; a little/bit each/every
another/extra _ each/every/this/per day/week/month/time/session/night; # _? more _ each/every/per/a/this
# more _ each/every/per/a; 1 more _ each/every/per/a/this; more each/every day/week/month/time; longer/further/faster/heavier/higher each/every
_ longer each/every/today/this; longer each/every day/week/time; longer ... every/each day/week; # ... longer today/this/every/each
each/every day/week/month 1 ... more/longer/further; each/every _ a/1 _ on top; on top each/every week
work ... =way up; start small; start with 1/2/3/4/5/10; begin with 1/2/3/4/5/10; begin at half/#; start at #/half; add # ... each/every/when
up to # _? now; at # ... now; now it # ; it # ... now; from # to # ... now; now ... from #; from # ; in spring it be #
go up by #; raise ... by #; by # _ each/every/a day/week/month; never ... more than a/1/# ... at once; the _ go up; add another/a _ ... each/every/this
add # new; # new _ a/each/every day/week; small addition; slowly but surely; build up to; this month ... next month; last month it be; slowly ... smaller/bigger/better/more
# more than; 1 more than; a bit/little more than; add a/an/another/# _ ... each/every; plan be to add; next time it; up from #; up from a; felt easy; a year ago ... could not; a year ago ... could barely
slow be the way; up to tempo; a bit faster; get better ... each/every; # _ by summer/winter/spring/autumn/christmas; no big leap; work on it every day; first ... then ... then; and then a little; lengthen

preparing: plans and prepares well in advance
verbs: prepare rehearse prearrange prebook preorder prep preplan foresee anticipate
turns: in advance; ahead of time/schedule; well ahead; =beforehand; long before; # day/week/month ahead/before/early; a day/week/month ahead/before
day/week/month in advance; day/week/month ahead; the day/night/evening/week before; already packed/booked/ready/planned/done; be? all? packed/ready/booked ... day/week/month
check list; checklist; to do list; packing list; shopping list; guest list; seating plan; menu plan; plan b; back up plan; dry run; dress rehearsal; mock exam/paper/interview/test
make/draw/write/set/have/work ... timetable/schedule/itinerary/agenda/rota/roster; make/draw/write/have a/the/our/my plan/list; write ... list
just in case; in case of; in case it/there/the/of/we; plan ... month/week/ahead; book ... month/week/ahead/early/advance; stand/lie ... packed/ready
study ... map; print ... ticket; on which day; know ... which day; before each/every trip/journey/meeting/exam/race; stock up; emergency bag/kit; spare _ just; plan ahead
print/copy ... in both; save ... offline; pack ... day/night before; send ... invitation ... in; _ be done already; for the week; for next week; check ... before each/every/the/winter
have ... ready; be fixed in; half a year ahead/before/early; a year ahead; question they could/might ask; long in advance; early enough; on the safe side; allow extra time; leave early

postponing: dodges unpleasant duties and puts them off
verbs: postpone procrastinate avoid dodge evade shirk stall defer dither sidestep skirt shun duck
turns: put/keep ... off; off until; until the very? last; on/at the very? last day/evening/minute/moment/night; last minute
have not ... yet; have not ... since; still have not; have still not; not ... yet; never get around/round; get around/round to; get to it/them
some day; someday; another time; next week/month/year maybe; will ... later; will ... =sometime; deal with ... later; later maybe; will ... eventually; will ... next month/week/year
find/make/have/look for excuse; excuse not to; change the subject; rather not; rather stay away; rather ... than argue/talk/face; look the other way; bury ... head
cancel ... again; cancel ... appointment; leave ... unanswered/unopened/undone/lie/unread; unopened; unanswered; instead of answer/start/call/work/do/face/deal/ring
leave the room; in a/the drawer; steer clear; out of the way of; delay; hope ... pass; hope ... go away; not look at; since spring/christmas/easter/summer/winter
can not bring myself to; do not want to know; tidy ... instead of; clean ... instead of; keep delay
due tomorrow/today/yesterday; have not start/begin; have not even; file late; fine for; in 1 night; all in 1 night; not this week; it can wait; can wait; be mean to; never a good moment/time; not the right moment/time
after the holiday; after christmas; delete it again; do not bring it up; did not bring it up; leave ... to/until/till/for the last; i should really; should have ... long ago; i know i should; to the last night; another day; again next week; overdue; reminder; keep meaning to

restarting: never gives up: after a defeat comes another attempt
verbs: restart retry persist rebound
turns: start/begin over; start/begin ... again; start/begin ... anew/afresh; from the bottom; try ... again; try anew; be back on/in/at; come back; come back; comeback; fight ... back
after/despite the/my/an/a/his/her/our? _? injury/operation/surgery/setback/failure/rejection/illness/accident/divorce/defeat/loss/bankruptcy/breakup/crash/fall/stroke
2/3/4/5 attempt/try/go; another/new/next attempt/try; will/do/did not give up; never give up; not giving up; keep go; keep at it; keep try; carry on; pick myself up; bounce back
fail ... again; fail ... next; fail ... sign up; fail ... and start; fail so; fail ... 2/twice; say no so/and/but; say no ... again; reject ... again; lose ... win; lose ... keep; lose ... and start
back to the drawing board; rewrite ... and ask again; get/stand back up; 2 operation; will not let ... stop me; 2/3/4 time lucky; break ... and be back; be climb/run/walk/play/ride/swim/work again
register for the next; next date; sit it again; will not let; send out # more; apply again; reapply; on the wall again; on my feet again; on the bike again; more determined; do not let ... stop; from square 1; after the fail

enduring: braves any weather and discomfort
verbs: endure withstand persevere
turns: rain or shine; whatever the weather; in all/any/every weather; in the rain/snow/cold/heat/dark; no matter what/how/when/who; push through; grit ... tooth; never skip a
never miss a; even when/if it rain/snow/hurt; even with a/the fever/cold/cough; exhausted; despite the/my? pain/cold/rain/tiredness

submitting: swallows it and doesn't complain
turns: put up with; say nothing; never say a word; not say a word; do/did not complain; never complain; be no use; what can you do; swallow it; swallow ... anger; out of my own pocket
let it happen; grin and bear; suffer in silence; accept it; do not want to make a fuss; not worth the trouble

perfecting: perfectionism: corrects every tiny detail
verbs: perfect proofread polish refine tweak retouch redo repaint rewrite
turns: until ... be/look/feel/sound/sit/taste right/perfect/flawless; perfectionist; perfectionism; exactly/just right; each/every detail/figure/comma/stitch/corner/word/line/seam
still? be not ... right/perfect/finished/good; never happy/satisfied/content with; to the gram/millimetre/letter/second; print/do/make/write ... all again; all over again; magnifying glass
# time until; check/read/correct/go ... # time; check ... twice; check ... figure/detail; wrong comma/shade/note/colour; throw ... out/away ... because; scrape ... off; scrap ... because
once more from; repaint; correct ... again; over it again; double check; # time until; start the page again; not quite there
rather be late than wrong; still not good enough; every single _ ... right; not a single mistake; down to the last; fiddle with; fine tune

checking: double-checks in order to be certain
verbs: verify recheck recalculate
turns: check ... again; check ... # time; check ... twice; look once more; look again; to make sure; make sure the; to be certain; to be sure; just to be sure; go back ... to see if; go back to check; proofread ... again; read ... # time before; double check
before i send/press/hand/submit/leave; count ... again; cell by cell; line by line; test ... every; several time before; once more anyway; compare ... again

slapdash: does it roughly and lives with the flaws
turns: by eye; close/good enough; roughly; more or less; i do not mind; do not mind; who care; it will do; sloppy; half hearted; somehow; no need to be exact; without measure; nobody see it anyway; not that important

impulsive: acts on the spur of the moment, without thinking it over
turns: on a whim; on the spot; spontaneous; spontaneously; just like that; impulse; impulsive; impulsively; on impulse; spur of the moment; out of the blue; without a plan; without plan/think/hesitate/look
do not know why; no idea why; at midnight; can/could not resist; play ... by ear; see how it go; with no plan; all at once; be gone within/in; for the next morning; right then and there
regret it; regret buy; regret the; without a second thought; suddenly decide; decide ... on the/a spot/spur/whim; and leave; _ and drive off; before i know it

deliberating: compares all options for a long time before choosing
verbs: deliberate ponder hesitate waver
turns: pros and cons; read ... review; compare ... price/offer/model/before; can/could not decide; sleep on it; think ... over; research ... before; make up my mind; go back and forth; weigh the option; # tab open; not sure whether/which

escalating: keeps on because so much was put into it already
turns: put/invest/spend/sink/give so/too/that much; so much ... already; so much ... into; too much to stop; can not ... now; can not just; after all/everything i/we/that; mad/stupid/silly to stop
come this far; come so far; be a waste; for nothing; will not stop now; for # year i; know ... for # year; all this/these/those year; although ... never; no turning back; see it through now; in too deep
too late to stop/quit/turn; after the new; another # for; have to go on now

dropping: soon gives up what was begun
verbs: quit abandon forsake
turns: give ... up; lose interest; never finish; half finished; unfinished; after a few/couple/2/3/# day/week/visit/lesson/month/session; since the # week; be thrilled; be hooked; unused; untouched
in its case; gather dust; hang unused; stop go; do not go any more; no longer go; have not be ... since; get bored; bore me; drop out; for real; next instrument/hobby; already my #; my # this year; join ... this time
get boring; be boring; can/could not be bothered; still not done; never done; use # page; use them/it # ; streak end; # in i quit; be dead; new month new; before anything work; put ... down after; another new hobby; leave ... half

quickening: chases fast gains and novelties
verbs: speculate flip
turns: faster; =quicker; quick win/gain/result/money; fast money; too slow; slow _ bore; bore me; the next big thing; because another; switch to ... because; sell ... because; move everything; hype; latest trend
overnight success; get rich; rise most; grow most; jump ship; greener; job hop

hurrying: is always short of time and late
verbs: hurry rush
turns: in a hurry; in a rush; running late; be late for; always late; be late again; late again; miss the train/bus/deadline; no time; at the last second; from one ... to the next

overworking: goes on past exhaustion
verbs: overwork slog toil
turns: overtime; long hours; work late; work ... weekend; work ... night; till/until midnight; no break; skip ... lunch; can not switch off; burn out; burnt out; answer email ... night/weekend; 2/3 job; too much on my plate
# hour again; # hour day; # hour today; without sleep; no sleep; with a fever; with a cold; with a swollen; although i be ill/sick; no time to be ill; no time to rest; rest day be for; skip meal; skip lunch; collapse; fall asleep at my/the; from the hospital; doctor tell me to stop
tell me to stop; too much on; until i drop; through the pain; through pain; twice today; no holiday; no day off; never a day off; anyway i be

clockwork: sticks to a strict daily timetable
turns: every single day/morning/evening/night/week; like a clock; no exception; sharp; always in that order; in that order; in the same order; have not miss; not once ... miss; never miss a; up at #; light out at; at the same minute/time/hour; at # as always; at # on the dot; on the dot; always be so
as it have always be; before # every; without exception; fixed time; set my clock

routine: keeps to it at fixed times
weak
turns: each/every single/other/second? day/morning/evening/night/week/weekend/month/year/afternoon/spring/summer/autumn/winter/monday/tuesday/wednesday/thursday/friday/saturday/sunday
daily; weekly; monthly; nightly; regularly; on monday/tuesday/wednesday/thursday/friday/saturday/sunday; # time a day/week/month; once/twice a day/week/month; like clockwork; without fail; at # every; routine; habit
"""
