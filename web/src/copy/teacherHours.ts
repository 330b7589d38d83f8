/** Texts of My Availability. SPEC's texts are word for word. */
export const teacherHoursCopy = {
  title: 'My Availability',
  lead: 'Your weekly hours. Students see them as one-hour slots in their own time zone.',
  futureOnly: 'Changes affect open slots only. Booked classes stay as they are.',
  loading: 'Loading your availability',
  loadFailed: 'Failed to load your availability',
  saved: 'Availability saved successfully',
  failed: (reason: string) => `Failed to save availability: ${reason}`,
  noId: 'Unable to save: User ID not available. Please try again later.',
  conflict: 'Your availability was changed in another tab. Nothing was overwritten.',
  loadNewer: 'Show the newer version',
  outsideTitle: (count: number) =>
    count === 1 ? '1 booked class is outside these hours' : `${count} booked classes are outside these hours`,
  outside: (count: number) =>
    count === 1
      ? 'It’s still on. Teach it, or cancel it in your calendar.'
      : 'They’re still on. Teach them, or cancel them in your calendar.',
  outsideMore: (count: number) => `and ${count} more`,
  onDaysOffTitle: (count: number) =>
    count === 1 ? 'You have 1 class on a day off' : `You have ${count} classes on days off`,
  onDaysOff: (count: number) =>
    count === 1
      ? 'It’s still on. If you won’t teach it, cancel it in My Classes, under “One-off classes”.'
      : 'They’re still on. Cancel the ones you won’t teach in My Classes, under “One-off classes”.',
  oneOffClass: (title: string, booked: number) =>
    `${title || 'One-off class'} · ${booked === 0 ? 'no bookings' : booked === 1 ? '1 booking' : `${booked} bookings`}`,
  clockTitle: 'Clocks change soon',
  yourClock: (day: string, hours: string, shift: string) =>
    `On ${day} your clocks go ${hours}. Your hours stay the same for you. For students whose clocks don’t change, they are ${shift}.`,
  studentsClock: (day: string, city: string, hours: string, count: number, shift: string) =>
    `On ${day} clocks in ${city} go ${hours}. For ${count === 1 ? 'one of your students' : `${count} of your students`} your classes are then ${shift}.`,
  forward: (words: string) => `forward by ${words}`,
  back: (words: string) => `back by ${words}`,
  later: (words: string) => `${words} later`,
  earlier: (words: string) => `${words} earlier`,

  preview: {
    title: 'What students see',
    hint: (days: number) =>
      `Times students could book in the next ${days === 14 ? 'two weeks' : days === 1 ? 'day' : `${days} days`}. Booked times and the next 12 hours are left out.`,
    zone: 'Student’s time zone',
    none: 'No open slots. Add weekly hours, or different hours on a date.',
    later: 'No open slots in that time.',
    incomplete: 'Finish the hours above to see them here.',
    loading: 'Loading your open slots',
    failed: 'We couldn’t load the preview.',
    more: (days: number) => `Show all ${days} days`,
    theirs: (time: string, city: string) => `${time} ${city}`,
    yours: (zone: string) => `Your time (${zone})`,
    students: (zone: string) => ` on top, the student’s (${zone}) below`,
  },
} as const
