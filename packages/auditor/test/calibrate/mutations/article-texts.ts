/** A page that is added: its path, its title, its paragraphs, and code below them. */
export type AddedPage = [path: string, title: string, paragraphs: string | string[], code?: string];

/** Articles about what others offer. */
export const foreignArticles: AddedPage[] = [
  [
    'how-swim-passes-work',
    'What a pass for the town pools allows',
    [
      'This note is about the municipal pools of our region, which are run by the town and not by us.',
      'A pass for ten swims costs 45.00 and is valid for 12 months; a season pass costs 210.00.',
      'Children under 4 are free. Pupils and pensioners pay half if they show a card.',
      'The pass is limited to two visits a day, and a visit ends after three hours. Once the ten swims are used up, the gate stays closed until you top up the pass.',
      'You can cancel a season pass within 14 days for a full refund; after that the town keeps 20 %.',
      'A season pass renews automatically unless you give notice 30 days before 1 May.',
      'The pools do not lend costumes, and no diving is allowed in the small pool.',
      'Best for: people who swim at least twice a week. Not for: groups of more than eight, who need a booking.',
    ],
  ],
  [
    'choosing-a-rail-season-ticket',
    'Season tickets of the railway, explained',
    [
      'The railway sells three season tickets: Weekday, Week and Network. We travel with them but have nothing to do with them.',
      'Weekday costs 118.00 a month and covers 44 single journeys; Week costs 149.00 a month without a limit; Network costs 302.00.',
      'You may upgrade from Weekday to Week at any time and pay the difference; downgrades take effect at the end of the month.',
      'If a train is more than 60 minutes late the railway pays back 25 % of the fare; above 120 minutes it pays back half.',
      'The railway publishes its punctuality each day on a status page and was on time in 93.4 % of cases last year.',
      'Tickets can be returned before the first day of validity. After that they are non-refundable.',
      'Compared with single tickets, Weekday pays from the ninth journey on.',
    ],
  ],
  [
    'the-bank-interface-our-neighbour-built-on',
    "Notes on a bank's developer interface",
    [
      'A friend built a tool on the interface of his bank and wrote down what the bank documents. None of it is ours.',
      "The bank's API has the scopes accounts:read, payments:write and statements:read; access tokens are valid for 10 minutes and can be revoked in the app.",
      'A developer registers himself and gets a sandbox key at once, without a contract.',
      'The bank sends webhooks for every booking and signs them with HMAC; failed deliveries are tried again for 3 days.',
      'An audit log lists who used which key; it is kept for 13 months and can be exported as CSV.',
      'Calls are rate limited to 300 a minute. Beyond that the bank answers 429 with a Retry-After header.',
      'Old versions stay available for at least 18 months after the bank has announced their end, with a Sunset header.',
      'There are client libraries for Python, Java and PHP, and a connector for Zapier.',
    ],
  ],
  [
    'car-club-or-own-car',
    "Car club or car of one's own: a reckoning",
    [
      'This is a reckoning for readers. The club in it is a cooperative in the next town; we have no share in it.',
      'The club charges 9.00 a month plus 3.20 an hour and 0.31 a kilometre; a small deposit of 300.00 comes back when you leave.',
      'Members must be over 21 and have held a licence for two years.',
      'If the car you booked is not there, the club gives you a larger one at the same price.',
      'A booking can be changed free of charge until 6 hours before it begins. Later, half of the fee falls due.',
      'Members see their journeys, costs and CO2 in the app, with a comparison to the year before, and get a monthly digest.',
      'Whoever drives more than 900 km a month pays less per kilometre: the price falls from 0.31 to 0.24.',
      'Ideal for: households that drive less than 6,000 km a year. The club is not suitable for daily commuting.',
    ],
  ],
  [
    'what-a-backup-provider-promises',
    'Reading the small print of a backup provider',
    [
      'We read the terms of a large provider of online backups, because readers asked. We do not sell backups.',
      'The provider promises 99.9 % availability a month; below that customers get a credit of 10 %, and the provider is certified to ISO 27001.',
      'Deleted files are retained for 30 days, and versions for 12 months on the larger plan.',
      'The plans compare as follows: Personal 2 TB for $7.00 a month, Family 5 TB for $13.00, Office 20 TB for $64.00.',
      'When the space is full, uploads are paused and nothing is deleted; you can move to the next plan at once.',
      'You can cancel anytime in the account; refunds are given within 30 days, but not for renewals.',
      "The provider gives 30 days' notice by mail before it raises its prices.",
      'There are no ads, no account is needed to receive a shared file, and data can be exported at any time.',
    ],
  ],
];

/** Pages that speak of no offer at all. */
export const noisePages: AddedPage[] = [
  [
    'hedgehog',
    'The hedgehog in the garden',
    'A hedgehog weighs about 900 grams in autumn and sleeps from November to March. It eats beetles, earthworms and caterpillars. Leave a heap of leaves in a corner, and put a board into a steep pond so that it can climb out. It walks up to two kilometres in a night.',
  ],
  [
    'clouds',
    'Ten kinds of clouds',
    'Cirrus clouds stand above 6,000 metres and consist of ice. Cumulus clouds look like cauliflower and bring fair weather as long as they stay flat. Nimbostratus covers the sun and rains for hours. Luke Howard gave them their Latin names in 1802.',
  ],
  [
    'pea-soup',
    'Pea soup as grandmother cooked it',
    'Soak 500 grams of dried peas overnight. Cook them with two carrots, a leek and a bay leaf for 90 minutes, and stir now and then. Add salt only at the end, or the peas stay hard. Serves four to six.',
  ],
  [
    'moon',
    'Why we see one side of the moon',
    'The moon turns once on its axis while it goes once around the earth, in 27.3 days. That is why it always shows us the same face. Because it nods a little, we see 59 per cent of its surface in the course of time.',
  ],
  [
    'bridges',
    'A walk over old bridges',
    'The stone bridge has seven arches and was built in 1573. On the left bank a path leads under lime trees to the weir. Herons stand there in the morning. The whole walk takes about two hours and is flat.',
  ],
  [
    'bread',
    'Sourdough in five days',
    'Mix 50 grams of rye flour with 50 grams of warm water. Feed the dough with the same amount every day. On the fifth day it smells of apples and has small bubbles. Keep a spoonful in a jar for the next loaf.',
  ],
  [
    'swifts',
    'When the swifts come back',
    'Swifts arrive around the first of May and leave at the beginning of August. They sleep while they fly. A pair raises two or three young ones under the roof. Their call is shrill and can be heard far away.',
  ],
  [
    'chess',
    "The knight's tour",
    'A knight can visit all 64 squares of a chessboard without stepping on one twice. Euler wrote about it in 1759. Begin at the edge and go to the square from which the fewest ways lead on; this rule of Warnsdorff nearly always works.',
  ],
  [
    'tides',
    'Spring tide and neap tide',
    'Sun and moon pull at the sea. When they stand in a line, at new and full moon, the tide is highest. A week later it is lowest. In the Bay of Fundy the water rises by as much as 16 metres.',
  ],
  [
    'letters',
    'How the letter J came about',
    'Until the sixteenth century I and J were one letter. Trissino set them apart in 1524. English took J for the sound in "judge", Spanish for the one in "ojo", and German for the one in "ja".',
  ],
];
