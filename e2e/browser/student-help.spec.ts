/** Contact Us: a student's message reaches support, with questions and answers beside the form. */
import { readMailbox } from '../support/api.ts'
import { MEERA } from '../support/people.ts'
import { expect, menuLink, signInAsStudent, test } from './fixtures.ts'

test('a student writes to support', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  await menuLink(page, 'Contact Us').click()
  const form = page.getByRole('form', { name: 'Contact Support' })
  await form.getByRole('button', { name: 'Send message' }).click()
  await expect(form.getByText('Please select the type of help you need')).toBeVisible()
  await form.getByRole('combobox', { name: 'Topic' }).click()
  await page.getByRole('option', { name: 'Technical problem' }).click()
  await form.getByRole('textbox', { name: 'Message' }).fill('The sound is gone.\nThe picture is there.')
  await form.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Your message has been sent! We will get back to you soon.')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  const supportMails = async () =>
    (await readMailbox(school.url)).find(({ subject }) => subject.startsWith('[technical]'))?.text ?? ''
  await expect.poll(supportMails).toContain('The picture is there.')

  await page.getByRole('tab', { name: 'FAQs' }).click()
  await page.getByRole('button', { name: 'How do I cancel a class?' }).click()
  await expect(page.getByText(/24 hours’ notice/)).toBeVisible()
})
