import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Enters day, month and year in the three fields. */
export async function enterBirthDate(
  person: UserEvent,
  [day, month, year]: readonly [day: string, month: string, year: string],
): Promise<void> {
  for (const [name, text] of [
    ['Day', day],
    ['Year', year],
  ] as const) {
    const field = screen.getByRole('textbox', { name })
    await person.clear(field)
    await person.type(field, text)
  }
  await person.selectOptions(screen.getByRole('combobox', { name: 'Month' }), month)
}
