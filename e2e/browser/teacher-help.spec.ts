/** Help: a message to support with its subject, questions and answers, and the private calendar feed. */
import { readMailbox } from '../support/api.ts'
import { MEERA } from '../support/people.ts'
import { expect, test } from './fixtures.ts'
import { openMenuEntry, openTeacherSection, selectOption, signInAsTeacher } from './teacherHelpers.ts'

test('a request to reschedule contains student and times, and reaches support', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  await openMenuEntry(page, 'Help')
  const form = page.getByRole('form', { name: 'Contact Support' })
  const send = form.getByRole('button', { name: 'Send message' })
  await send.click()
  await expect(form.getByText('Please select the type of help you need')).toBeVisible()
  await expect(form.getByText('Please enter your message')).toBeVisible()
  await selectOption(form, 'Message type', 'Reschedule a class')
  await send.click()
  const requiredMessages = [
    'Please select a student',
    'Please specify the original class time',
    'Please specify the preferred new time',
  ]
  for (const sentence of requiredMessages) await expect(form.getByText(sentence)).toBeVisible()

  await form.getByRole('combobox', { name: 'Student' }).fill('meer')
  await page.getByRole('option', { name: `${MEERA.name} (${MEERA.email})` }).click()
  await form.getByLabel('Original class time').fill('2027-01-04T08:00')
  await form.getByLabel('Preferred new time').fill('2027-01-05T09:00')
  await form.getByRole('textbox', { name: 'Message' }).fill('Meera travels that day.\nShe asks for Tuesday.')
  await send.click()
  await expect(page.getByText("Your message has been sent! We'll respond shortly.")).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  const supportMails = async () =>
    (await readMailbox(school.url)).find(({ subject }) => subject.startsWith('[reschedule]'))?.text ?? ''
  await expect.poll(supportMails).toContain('She asks for Tuesday.')
  expect(await supportMails()).toContain(MEERA.name)
})

test('the message is kept if sending fails', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  await openTeacherSection(page, school, 'help', 'Help')
  await page.route('**/api/email/teacher-support', (route) => route.abort())
  await selectOption(page, 'Message type', 'Payment')
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('When is the next payout?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Failed to send message. Please try again later.')).toBeVisible()
  await expect(message).toHaveValue('When is the next payout?')
  await page.unroute('**/api/email/teacher-support')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText("Your message has been sent! We'll respond shortly.")).toBeVisible()
})

test('the questions open with the keyboard', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  await openTeacherSection(page, school, 'help/faqs', 'Help')
  const questionButton = page.getByRole('button', { name: 'When am I paid?' })
  await questionButton.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Payouts are made on the 1st and 15th of each month/)).toBeVisible()
})

test('the calendar feed has a private URL, which can be replaced and disabled', async ({
  page,
  context,
  school,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAsTeacher(page, school)
  await openTeacherSection(page, school, 'help/feed', 'Help')
  await expect(page.getByText('You have no calendar link yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Create a calendar link' }).click()
  await expect(page.getByText('Your calendar link is ready.')).toBeVisible()
  const address = page.getByRole('textbox', { name: 'Calendar link' })
  const first = await address.inputValue()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Calendar link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
  expect(first).toMatch(new RegExp(`^${school.url}/feed/[\\w-]+\\.ics$`))
  const feed = await fetch(first)
  expect(feed.headers.get('content-type')).toContain('text/calendar')
  expect(await feed.text()).toContain(MEERA.name)

  await page.getByRole('button', { name: 'Create a new link' }).click()
  await expect(address).not.toHaveValue(first)
  expect((await fetch(first)).status).toBe(404)
  const second = await address.inputValue()
  expect((await fetch(second)).status).toBe(200)
  await page.getByRole('button', { name: 'Turn the feed off' }).click()
  await expect(page.getByText('The feed is off.')).toBeVisible()
  expect((await fetch(second)).status).toBe(404)
})
