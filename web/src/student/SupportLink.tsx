import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/api/config'
import { TextLink } from '@/ui/TextLink'

/** The support address as a mail link. */
export function SupportLink() {
  const { data: config } = useQuery(configQuery())
  if (!config) return null
  return <TextLink href={`mailto:${config.supportEmail}`}>{config.supportEmail}</TextLink>
}
