"""What is done with others: teaching, leading, supporting, asking, arguing, making peace, together."""

MEETING = """
teaching: explains and hands down knowledge and skills to learners
verbs: explain tutor coach instruct educate lecture mentor
turns: show ... how; teach my/the/him/her/them/a/kid/child/people/other/beginner/student/some; teach _ to; teach _ how; teach _ the; give ... lesson; give ... class; give ... course; give ... workshop; hold ... class; hold ... course; hold ... workshop; hold ... hour
pass on what; pass ... on to; hand ... down; learn ... from me; so he/she/they understand; so that he/she/they understand; so they can do it; write ... guide; trainer licence; instructor licence; instructor; lecture; the new 1; demonstrate; train the new; mentor
pupil; my student; my apprentice; step by step how; explain; walk ... through; learn it from me; let them try

leading: takes the lead and directs the group
verbs: coordinate delegate chair preside oversee supervise lead direct manage spearhead
turns: in charge; take the lead; take charge; give/hand/assign everybody/everyone/each/all a/their/out ... job/task/role; hand out; call ... together; chairman; chairwoman; be? captain; captain; head of; president; responsible for; i decide; decide on; someone have to
so i do it; draw up the; rota; tell everyone; run a/the/my/our _? bakery/shop/company/business/team/club/group/firm/cafe/restaurant/hotel/studio; found the/a; arrange a ... for the; organise the; organise a; set up the; do the account; be the boss; lead the; lead a
assign ... task; make the plan for; get everyone; get them all to; without me nothing; start a/the _? group/club/initiative/petition; call a meeting; push ... through

supporting: comes to the aid of people who need help
verbs: comfort console reassure volunteer aid assist counsel befriend accompany rescue
turns: there for; lend ... hand; lend ... ear; call/ring/come to/turn to me; call me at; always call me; can call me; check in on; check on my/her/him; stand by; not alone; be not alone; listen until; listen for; listen to her/him/them/people; take over a/his/her/the/my? _? shift/turn
stay ... to help; help the/a/my/her/him/them/other/people/out/in/with; help new; carry ... for; carry the shopping; drive ... to the clinic/doctor/hospital/station; shelter; soup kitchen; in need; in trouble; in difficulty; be stuck; old people; next door
go with _ to; give ... a lift; son/daughter/child/wife/husband/mother be ill; do ... shopping for; hospice; crisis line; be there when
care home; old lady; old man; for pensioner; neighbour be ill; feed the homeless; when ... need me; whenever ... need; cry on my shoulder; talk ... through; hold her/his hand; hospital visit; visit ... in hospital; give blood; first aid

feedback: asks others for honest criticism in order to improve
turns: feedback; criticism; critique; ask ... what be? wrong/bad/missing; ask ... for advice/comment/opinion/an/their/honest/her/his; want to hear/know what; hear what be? bad; comment from; collect comment; second opinion; honest opinion; tear ... apart; be hard on me
review my; let ... read; show ... to my teacher/mentor/boss/coach; what could be better; ask for help; ask _ to check; be honest with me

reconciling: mediates in quarrels
verbs: mediate reconcile arbitrate forgive
turns: make peace; between them; calm them both; bring ... to one table; settle the argument; both sides; find a compromise; meet halfway; peacemaker; break up a fight

arguing: speaks out bluntly and argues
verbs: argue quarrel dispute contradict object complain criticise criticize grumble
turns: speak my mind; tell ... to ... face; stand up to; complain to; complain about; file a complaint; not let ... get away; write a letter to the; have a row; lose my temper; shout at; a word with

protesting: stands up in public for a cause
verbs: protest campaign petition lobby march demonstrate boycott advocate
turns: demonstration; demo; march for; rally; speak out; raise awareness; for the right; petition; activist; raise money for; sign a petition; boycott; charity run; town meeting

hosting: hosts guests at a gathering
verbs: host cater
turns: have ... over; have people over; for dinner at my; come to my place; come round; come over to mine; at my/our table; whole family come; family come; cook for the family; cook lunch for; party at my; get together; everyone come; open my door; nobody miss

following: admires it as a devoted fan
verbs: admire idolise idolize
turns: big fan; fan of; huge fan; never miss an episode; season ticket; every match of; follow every; follow the news; listen to every; watch every; read everything by; went to see them; all their album; autograph

connecting: stays in contact with relatives and old friends
turns: call/ring/phone/text/visit my/our _? mother/father/grandmother/grandfather/parent/brother/sister/daughter/son/aunt/uncle/friend/cousin; keep in touch; stay in touch/contact; catch up with; write to my; write letter to; postcard to; see my _? mother/father/grandmother/grandfather/parent every; video call with

performing: shows off talent on a stage
verbs: perform audition
turns: on stage; in front of _? people/crowd/audience; play ... at a/the/my ... wedding/festival/carnival/concert; sing at; give a concert/talk/speech/reading; standing ovation; open mic; my audience

celebrating: celebrates every occasion
verbs: celebrate toast
turns: birthday party; throw a party; anniversary; champagne; new year; housewarming

moving: moves on to another place or position again and again
verbs: relocate
turns: # move; move again; move ... again; new flat again; change job; switch job; another new job; # job in; # flat in; never stay long; never settle

together: does it together with others
weak
turns: together; with a/my/the friend/group/family/team/club/partner/colleague/neighbour/kid/child/wife/husband/sister/brother/other; in a group; my colleague and i; as a team; we all; with other
"""
