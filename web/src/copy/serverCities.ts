import { msg } from '@lingui/core/macro'

/** Cities of time zones, for translators only (`copy/time.ts`). */
export const cities = [
  msg({ id: 'city.Kolkata', comment: 'Kolkata' }),
  msg({ id: 'city.Kathmandu', comment: 'Kathmandu' }),
  msg({ id: 'city.Ho Chi Minh', comment: 'Ho Chi Minh' }),
  msg({ id: 'city.Colombo', comment: 'Colombo' }),
  msg({ id: 'city.Dhaka', comment: 'Dhaka' }),
  msg({ id: 'city.Dubai', comment: 'Dubai' }),
  msg({ id: 'city.Singapore', comment: 'Singapore' }),
  msg({ id: 'city.Kuala Lumpur', comment: 'Kuala Lumpur' }),
  msg({ id: 'city.New York', comment: 'New York' }),
  msg({ id: 'city.Chicago', comment: 'Chicago' }),
  msg({ id: 'city.Denver', comment: 'Denver' }),
  msg({ id: 'city.Los Angeles', comment: 'Los Angeles' }),
  msg({ id: 'city.Toronto', comment: 'Toronto' }),
  msg({ id: 'city.Vancouver', comment: 'Vancouver' }),
  msg({ id: 'city.London', comment: 'London' }),
  msg({ id: 'city.Paris', comment: 'Paris' }),
  msg({ id: 'city.Berlin', comment: 'Berlin' }),
  msg({ id: 'city.Sydney', comment: 'Sydney' }),
  msg({ id: 'city.Auckland', comment: 'Auckland' }),
]
