import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/api/config'
import { isHindi } from '@/lib/i18n'
import { TextLink } from '@/ui/TextLink'

interface SupportLinkProps {
  /** Ends the sentence with a full stop. Hindi sentences have no mark after an address. */
  endsSentence?: boolean
}

/** The support address as a mail link. */
export function SupportLink({ endsSentence = false }: SupportLinkProps) {
  const { data: config } = useQuery(configQuery())
  if (!config) return null
  return (
    <>
      <TextLink href={`mailto:${config.supportEmail}`}>{config.supportEmail}</TextLink>
      {endsSentence && !isHindi() && '.'}
    </>
  )
}
