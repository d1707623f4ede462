/** Typical reasons for declining a request, as the requester reads them. Others are typed. */
export const declineReasons: readonly string[] = [
  'The website does not describe an offer that an agent could evaluate.',
  'The website could not be reached or read when we looked.',
  'The website does not want automated visits, and we respect that.',
  'The company and the website do not belong together; please request it again with the right website.',
  'The standing audit of this company is recent; it is on the leaderboard.',
  'This looks like a test.',
];
