import { renderToString } from 'react-dom/server'
import { siteCopy } from '@/copy/site'
import { Landing } from './Landing'

export const { description } = siteCopy

/** The public site as text, at build time. */
export function render(): string {
  return renderToString(<Landing />)
}
