/** Words with others of the same sense, and headings that say the same: `from > to`, separated by `|` or a line end; `_` is a leading blank. */
const pairsOf = (list: string): [from: string, to: string][] =>
  list
    .trim()
    .split(/ \| |\n/)
    .map((pair) => {
      const [from = '', to = ''] = pair.split(' > ');
      return [from, to.replace(/^_/, ' ')];
    });

/** More than 120 pairs. Longer ones win, all in one pass, so that nothing is replaced twice. */
export const synonyms = pairsOf(`
per month > for each month | per year > for each year | /month > _each month | /mo > _each month
/year > _each year | monthly > month-by-month | annually > once a year | annual > twelve-month
at any time > whenever you like | anytime > whenever you like | cancel > call off | cancelled > called off
canceled > called off | cancelling > calling off | cancellation > calling-off | cancellations > callings-off
refund > reimbursement | refunds > reimbursements | refunded > reimbursed | non-refundable > not reimbursable
renew > roll over | renews > rolls over | renewal > rollover | renewals > rollovers | upgrade > step up
upgrades > step-ups | upgrading > stepping up | downgrade > step down | downgrades > step-downs
subscription > paid membership | subscriptions > paid memberships | subscriber > member | subscribers > members
free of charge > at no cost | no credit card required > no card needed | no credit card > no card
sign up > enrol | signup > enrolment | sign in > log on | account > profile | accounts > profiles
customer > client | customers > clients | priority support > priority help | email support > help by email
support team > help team | limit > cap | limits > caps | limited to > restricted to | rate limit > call cap
rate limits > call caps | rate limited > throttled | quota > allowance | quotas > allowances
maximum of > no more than | up to > at most | at least > not less than | minimum of > not less than
more than > over | exceed > go past | exceeds > goes past | exceeding > going past | excluded > ruled out
excluding > ruling out | not included > not contained | includes > comes with | included > covered
requires > calls for | required > called for | available > on offer | unavailable > not on offer
immediately > at once | automatically > by itself | in advance > beforehand | if > in case
unless > except where | when > whenever | only > solely | must > shall | purchase > buy | purchased > bought
price > cost | prices > costs | pricing > cost list | discount > price cut | discounts > price cuts
payment > settlement | payments > settlements | invoice > bill | invoices > bills | billing > invoicing
billed > invoiced | charged > billed | book now > reserve now | booking > reservation | bookings > reservations
enquiry > request | enquire now > ask now | compare > set side by side | comparison > juxtaposition
best for > most at home with | ideal for > just right for | perfect for > made to measure for
suited for > a match for | designed for > made for | built for > made for | ideal choice > good pick
data export > data takeout | download > fetch | webhook > HTTP callback | webhooks > HTTP callbacks
audit log > record of actions | audit trail > record of actions | access token > access pass
access tokens > access passes | scoped > narrowed | scopes > grants | permissions > rights | permission > right
read-only > view-only | revoke > take back | revoked > taken back | endpoint > call address
endpoints > call addresses | documentation > manuals | integration > link-up | integrations > link-ups
plugin > add-on | deprecated > retired | deprecation > retirement | changelog > list of changes
retention > keeping time | retained > kept | dashboard > control panel | dashboards > control panels
usage > amount used | uptime > time in service | status page > service bulletin | guarantee > assurance
guaranteed > assured | certified > attested | respond within > answer inside | response time > answer time
response times > answer times | trial > test period | free plan > no-cost plan | plan > package
plans > packages | tier > level | tiers > levels | seat > user place | seats > user places | company > firm
companies > firms | teams > crews | developers > programmers | get started > set out | contact us > get in touch
learn more > read on | provide > give | provides > gives | ensure > make sure | show > display
shows > displays | additional > extra | various > several | receive > get | receives > gets | without > with no
accommodation > lodging | guests > visitors | children > kids | cottages > holiday houses
cottage > holiday house | campsites > pitches | campsite > pitch | check-in > arrival | check-out > departure
pensioners > senior citizens | peak seasons > busy seasons | min. stay > shortest stay
minimum stay > shortest stay | on request > if you ask | upon request > if you ask | repair > fix
repairs > fixes | install > set up | installed > set up | installation > set-up | warranty > guarantee period
locally owned > owned by locals | restaurant > eating place | delivery > dispatch | out of stock > sold out
in stock > on the shelf | deposit > down payment | csv export > CSV file to take away
season rates > season tariffs | extra person rate > charge for each extra person | base rate > basic tariff
years of experience > years in the trade | price changes > price alterations
caches and logs > caches and run records | by using > by means of | stays longer than > stays of over
before the renewal > ahead of the rollover | response headers > headers of the answer | documented > written up
exceeded > gone past | prorated > reckoned by the day | per-second billing > invoicing by the second
notify > tell | notifying > telling | terminate > bring to an end | suspended > put on hold
suspend > put on hold | expire > run out | expires > runs out | expired > run out | valid for > good for
replaced by > superseded by | instead of > rather than | alternatively > or else | verify > check
verified > checked | encrypted > enciphered | delete > erase | deleted > erased | history > past record
`);

export const headings = pairsOf(`
pricing > What it comes to | prices > What it comes to | price > What it comes to | plans > The packages
rates > What a night comes to | features > What it does | services > What we do | about > Who we are
about us > Who we are | contact > Reach us | contact us > Reach us | faq > People ask
frequently asked questions > People ask | documentation > Manual | docs > Manual | api > For programs
authentication > Proving who you are | authorization > What you may do | webhooks > Messages we send you
rate limits > How often you may call | limits > How much | rate limiting > How often you may call
errors > When it goes wrong | integrations > Goes together with | support > Help | security > How it is guarded
privacy > Your data | privacy policy > Your data | terms > The small print | terms of service > The small print
refunds > Money back | refund policy > Money back | cancellation > Leaving | billing > Bills
changelog > What is new | blog > Journal | getting started > First steps | quickstart > First steps
quick start > First steps | installation > Putting it in place | overview > In short | introduction > In short
examples > For instance | how it works > The way it goes | status > Is it running | export > Taking data out
data export > Taking data out | retention > How long we keep it | usage > What you used
comparison > Side by side | alternatives > Other ways | migration > Moving over | versioning > Editions
deprecation > Taking out of service | testing > Trying it out | sandbox > Trying it out | free > At no cost
pro > Pro, the larger one | enterprise > For large houses | scopes > What a key may do
permissions > What a member may do | roles > Who may do what | audit log > Who did what
compute credits > Credits for computing | promotions > Cheaper for a while | stay > Where you sleep
cottages > The houses | campsites > The pitches | directions > How to get here | booking > Reserve
sales > What we sell | generators > Machines for power
`);
