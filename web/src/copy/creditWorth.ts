/** What a credit is worth, for the teacher who publishes a class. Apart, so that the calendar does not load it. */
export const creditWorthCopy = {
  hint: (rates: string | null) =>
    `From 1 to 100. For each credit, a student without credits pays your hourly rate${rates ? `, ${rates},` : ''} plus fees.`,
  rates: (rupees: string, dollars: string) => `${rupees} or ${dollars}`,
}
