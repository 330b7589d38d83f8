/** What a credit is worth, for the teacher who publishes a class. Apart, so that the calendar does not load it. */
export const creditWorthCopy = {
  hint: (rates: string | null) =>
    `From 1 to 100. Students who pay with money pay your hourly rate${rates ? ` (${rates})` : ''} for each credit, plus fees.`,
  rates: (rupees: string, dollars: string) => `${rupees} or ${dollars}`,
}
