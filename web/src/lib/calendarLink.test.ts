// @vitest-environment node
import { expect, it } from 'vitest'
import { calendarSubscriptions, googleCalendarLink } from './calendarLink'

const entry = {
  title: 'Private dance class with Guru & Co',
  details: 'Booking B-1. Join at https://meet.google.com/abc-defg-hij',
  startIso: '2026-11-23T01:30:00Z',
  endIso: '2026-11-23T02:30:00.000Z',
}

it('the link contains the class with UTC times', () => {
  const link = new URL(googleCalendarLink(entry) ?? '')
  expect(link.origin).toBe('https://calendar.google.com')
  expect(link.searchParams.get('dates')).toBe('20261123T013000Z/20261123T023000Z')
  expect(link.searchParams.get('text')).toBe(entry.title)
  expect(link.searchParams.has('location')).toBe(false)
})

it('the link contains the meeting link as location', () => {
  const link = new URL(
    googleCalendarLink({ ...entry, location: 'https://meet.google.com/abc-defg-hij' }) ?? '',
  )
  expect(link.searchParams.get('location')).toBe('https://meet.google.com/abc-defg-hij')
})

it('an unreadable time gives no link', () => {
  expect(googleCalendarLink({ ...entry, endIso: 'later' })).toBeNull()
})

it('a feed can be subscribed to in each calendar app', () => {
  const links = calendarSubscriptions('https://tala.example/feeds/abc.ics', 'Classes')
  expect(links.apple).toBe('webcal://tala.example/feeds/abc.ics')
  expect(new URL(links.google).searchParams.get('cid')).toBe('webcal://tala.example/feeds/abc.ics')
  expect(new URL(links.outlook).searchParams.get('url')).toBe('https://tala.example/feeds/abc.ics')
})
