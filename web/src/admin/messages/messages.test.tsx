import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aMessage } from '@/admin/test/builders'
import { recordPosts, renderAdmin, respondToGet } from '@/admin/test/renderAdmin'

const reply = () => screen.findByRole('textbox', { name: 'Your reply' })

beforeEach(() => {
  const message = aMessage({ topic: 'other' })
  respondToGet('*/api/admin/messages', () => ({ items: [message], next: null }))
  respondToGet('*/api/admin/messages/message-1', () => ({ message, replies: [] }))
})
afterEach(() => sessionStorage.clear())

test('a reply that was not sent is still there after visiting another page', async () => {
  recordPosts('*/api/admin/messages/message-1/reply', () => ({}))
  const { person } = renderAdmin('/admin#messages/message-1')
  await person.type(await reply(), 'Please use headphones.')
  await person.click(screen.getByRole('link', { name: 'All messages' }))
  await person.click(await screen.findByRole('link', { name: 'I hear nothing' }))
  expect(await reply()).toHaveValue('Please use headphones.')
  await person.click(screen.getByRole('button', { name: 'Send reply' }))
  expect(await screen.findByText('Reply sent')).toBeVisible()
  await person.click(screen.getByRole('link', { name: 'All messages' }))
  await person.click(await screen.findByRole('link', { name: 'I hear nothing' }))
  expect(await reply()).toHaveValue('')
})

test('a reply that was not sent is removed by logging out', async () => {
  recordPosts('*/api/admin/logout', () => ({ success: true }))
  const { person, unmount } = renderAdmin('/admin#messages/message-1')
  await person.type(await reply(), 'Please')
  await person.click(screen.getByRole('button', { name: 'Logout' }))
  expect(await screen.findByLabelText('Password')).toBeVisible()
  unmount()
  renderAdmin('/admin#messages/message-1')
  expect(await reply()).toHaveValue('')
})

test('the topic is shown as its label', async () => {
  renderAdmin('/admin#messages/message-1')
  expect(await screen.findByText('Other')).toBeVisible()
})
