import { msg } from '@lingui/core/macro'

/**
 * Names that the server sends in English, for translators only. Pages in another language look up the
 * translation by the name (`copy/labels.ts`, `copy/time.ts`).
 */
export const classTypes = [
  msg({ id: 'classType.Private', comment: 'Private' }),
  msg({ id: 'classType.Group', comment: 'Group' }),
  msg({ id: 'classType.Duet', comment: 'Duet' }),
]

export const danceStyles = [
  msg({ id: 'danceStyle.Bharatanatyam', comment: 'Bharatanatyam' }),
  msg({ id: 'danceStyle.Kathak', comment: 'Kathak' }),
  msg({ id: 'danceStyle.Kuchipudi', comment: 'Kuchipudi' }),
  msg({ id: 'danceStyle.Odissi', comment: 'Odissi' }),
  msg({ id: 'danceStyle.Manipuri', comment: 'Manipuri' }),
  msg({ id: 'danceStyle.Kathakali', comment: 'Kathakali' }),
  msg({ id: 'danceStyle.Mohiniyattam', comment: 'Mohiniyattam' }),
  msg({ id: 'danceStyle.Sattriya', comment: 'Sattriya' }),
  msg({ id: 'danceStyle.Bollywood', comment: 'Bollywood' }),
  msg({ id: 'danceStyle.other', comment: 'Other' }),
]

export const languages = [
  msg({ id: 'language.English', comment: 'English' }),
  msg({ id: 'language.Hindi', comment: 'Hindi' }),
  msg({ id: 'language.Tamil', comment: 'Tamil' }),
  msg({ id: 'language.Telugu', comment: 'Telugu' }),
  msg({ id: 'language.Kannada', comment: 'Kannada' }),
  msg({ id: 'language.Malayalam', comment: 'Malayalam' }),
  msg({ id: 'language.Marathi', comment: 'Marathi' }),
  msg({ id: 'language.Gujarati', comment: 'Gujarati' }),
  msg({ id: 'language.Bengali', comment: 'Bengali' }),
  msg({ id: 'language.Odia', comment: 'Odia' }),
  msg({ id: 'language.Punjabi', comment: 'Punjabi' }),
  msg({ id: 'language.Urdu', comment: 'Urdu' }),
  msg({ id: 'language.Sanskrit', comment: 'Sanskrit' }),
]
