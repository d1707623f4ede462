import { synonyms } from './en-synonyms.ts';
import { type Language, phrases, units } from './language.ts';

export const en: Language = {
  code: 'en',
  name: 'English',
  common: 'the and to for with you your on by be it we our at this that from can not are'.split(' '),
  negations: phrases(
    "not, never, cannot, can't, won't, don't, doesn't, didn't, isn't, aren't, wasn't, haven't, hasn't, shouldn't, couldn't, unable, nothing, hardly, neither, nor, none, lacks, lack, lacking, missing, unsupported",
  ),
  denying_lists: phrases('no, without, neither, free of'),
  not_denying: phrases(
    'not only, not just, no more than, no later than, no less than, no longer than, no matter, no problem, not more than, no earlier than, no fewer than, no credit card, no card, no account, no contract*, no sign up, no signup, no registration, no lock in, no commitment, no setup, no api key, no key, no hidden, no auth*, no extra, no additional, without a card, without an account, without a credit card, not including, if not, or not, whether or not, no need, why not, anything missing, whatever is missing, missing items, missing parts, missing pieces, missing or damaged',
  ),
  refuses:
    /\b(?:we|i) (?:do not|don't|cannot|can't|won't|will not|no longer) \p{L}+|\b(?:we|i) (?:never|only) (?:take|serve|accept|ship|deliver|work|rent|sell|treat|teach|repair|do)\b/u,
  conditions: phrases('if, when, unless, until, once, in case'),
  no: phrases(
    'no, no it, not yet, sorry no, no we, no sorry, not at the moment, not currently, afraid not, unfortunately not',
  ),
  needs: phrases(
    'need, needed, have to, must, required, require, necessary, minimum, fee, fees, charge, charges, extra, cost, costs, contract, commitment, hidden, pay',
  ),
  clause_starts: phrases('but, however, although, though, instead, yet, whereas, while, because, so'),
  planned: phrases(
    "coming soon, planned, not currently, no plans, roadmap, not yet, in development, upcoming feature*, upcoming release*, will be available, will soon, soon, waitlist, wait list, in the future, future home, in the works, on our list, we plan, we are planning, we're building, we are building, thinking of, thinking about, being prepared, working on, under construction, check back, stay tuned, in a later, later version, to be announced",
  ),
  past: phrases(
    'used to, no longer, was discontinued, were discontinued, has been removed, have been removed, formerly, previously',
  ),
  settling: phrases(
    'refund*, money back, reimburse*, credit, credited, charge, charged, charges, free, no cost, fee, fees, deposit, pay, pays, paid, price, prices, costs, cost, discount*, hand back, give back, lose, keep the, surcharge*, penalty, prorated, pro rata, half price',
  ),
  deals: phrases(
    "cancel*, refund*, money back, change your mind, changes your mind, trial, trials, subscription*, membership*, annual, annually, yearly, annual plan, monthly plan, in advance, renew*, upgrade*, downgrade*, payment fails, payment is declined, card is declined, card fails, card's declined, late payment*, discount*, concession*, children under, aged under, students, pensioners",
  ),
  vague: phrases(
    'reasonabl*, material, materially, substantial*, significant*, something, some cases, certain cases, certain circumstances, exceptional circumstances, the conditions are met, may be, might, agreed otherwise, otherwise agreed, says otherwise, state otherwise, unless agreed, as agreed, where necessary, if necessary, at times, at our, in our opinion, as soon as, or so, judgement, judgment, normally, usually, generally, typically, try to, do our best',
  ),
  advice: phrases(
    'you should, we recommend, consider, remember to, imagine, ask yourself, look for, watch out, keep in mind, think of, think about, it is worth, choose a provider, ask your provider, best practice*, for example if you, suppose',
  ),
  duties: phrases(
    'you must, you are responsible, you agree, you shall, you will not, you may not, you are required, your responsibility, you warrant, you represent, you indemnify, you undertake, you acknowledge, customer shall, customer must, user shall, users must, keep your, must ensure, you need to comply, you will need to, you will have to, are responsible for, is responsible for, are required to, must hold, must have a, need to hold, have to hold, you confirm, by using this, by using our, by accessing, by continuing',
  ),
  reserved: phrases(
    'we may suspend, we may terminate, we may cancel, we may end, we may stop, we may close, we may discontinue, we can cancel, we can terminate, may discontinue, without any notice, may suspend, may terminate, reserve the right, reserves the right, sole discretion, our discretion, without notice to you, without prior notice, without notice, not liable, no liability, not responsible, not guarantee, no guarantee, no warrant*, as is, to the extent, hold harmless, governing law, supervisory authority, data subject, personal data, personal information, right of access, right to access, under gdpr, under the gdpr, cookies, third party websites, linked sites, copyright owner, good faith, either party, material breach, arbitration',
  ),
  others: phrases(
    'other providers, other services, other tools, other companies, other platforms, other vendors, other products, other servers, other agencies, other apps, most providers, most services, most tools, most companies, most platforms, most vendors, most agencies, most products, most businesses, many providers, many services, many tools, many companies, many platforms, many agencies, some providers, some services, some tools, some companies, some platforms, every other, competitors, competitor, competing, traditional tools, traditional providers, unlike other, the provider, the vendor, the railway, the bank, the club, the town, the council, the operator, the insurer, the carrier, the airline, the gym, the library, the landlord, this company, that company, their product, their service, their pricing, their plans, their platform, existing tools, conventional',
  ),
  theirs: phrases('their, his, her'),
  leaning: phrases(
    'it, this, that, these, those, they, he, she, then, there you, there the, after that, afterwards, before that, otherwise, if not, if so, in that case, in this case, in which case, such, neither, both, instead, ours, mine, yours, theirs',
  ),
  pointing: phrases(
    'it, its, they, them, their, this, these, those, such, the above, the following, the same, the latter, as follows, also, however, therefore, additionally, furthermore, than that, than this, of that, for that, like that, by then, until then, since then, from then',
  ),
  goes_on: phrases('so, and, but, or, yet, thus, hence, still'),
  demonstratives: phrases(
    'as above, as below, described above, mentioned above, set out above, listed above, listed below, those, these, such, the latter, the former, the above, that day, that date, that week, that month, that year, that time, that period, that price, that amount, that fee, that point, that rate, the same #, that way, this way, like that, like this',
  ),
  elsewhere: phrases(
    'see, read, visit, refer to, look at, have a look, take a look, check out, consult, please see, please read, please visit, please refer',
  ),
  parties: phrases(
    'arranged by, arranged with, arranged through, operated by, run by, provided by, offered by, supplied by, organised by, organized by, our friend*, our neighbour*, our neighbor*, payment provider*, payment processor*, payment service*, payment platform*, payment method*, card issuer*, your bank, the bank, your insurer, insurance compan*, third party, third parties, carrier*, courier*, manufacturer*, hosting provider*, hosting compan*, cloud provider*, service provider*, marketplace*, app store*, partner*, subcontractor*, supplier*, travel agent*, travel agenc*, booking platform*, booking site*, tour operator*, their terms, its terms, competitor*, alternatives, a colleague, colleagues, another shop, another firm, another company, other tools, other providers, vendor*',
  ),
  states:
    /(?<!\p{L})(?:is|are|was|were|be|has|have|had|does|do|did|can|cannot|could|will|would|may|might|must|shall|should|we|you|i|get|gets|cost|costs|include|includes|contain|contains|means|take|takes|lasts|applies|apply|opens|closes|receive|receives|gives|keep|keeps|send|sends|pay|pays|come|comes|go|goes|expires|renews|renew|cancel|remain|remains|allows|requires|requests|arrives|begins|varies|depends|accepts|delivers|serves|reaches|happens|fires|carries|configure|export|download|create|pause|end|ask|write|call|tell|let)(?!\p{L})|(?<=\p{L})(?:n't|n’t|'ll|’ll|'re|’re|'ve|’ve)/u,
  you: phrases('you, your, yours'),
  own: phrases('we, our, us, ours'),
  articles: phrases(
    'blog, news, article, articles, post, posts, stories, magazine, press, insights, journal, learn, resources, tips, how-to, howto, advice',
  ),
  jobs: phrases(
    'career, careers, job, jobs, job openings, vacancies, vacancy, hiring, recruitment, join us, join our team, work with us, work for us, we are hiring, bids, tenders, procurement',
  ),
  months: 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' '),
  numbers: 'one two three four five six seven eight ten twelve fourteen thirty sixty ninety'.split(' '),
  units: {},
  every: units({ day: 'daily', hour: 'hourly', week: 'weekly', month: 'monthly', year: 'yearly annually' }),
  synonyms,
  parts: {},
  finders: {},
};
