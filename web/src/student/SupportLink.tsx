import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/api/config'
import { TextLink } from '@/ui/TextLink'

/** The support address of this installation, ready to write to. */
export function SupportLink() {
  const { data: config } = useQuery(configQuery())
  if (!config) return null
  return <TextLink href={`mailto:${config.supportEmail}`}>{config.supportEmail}</TextLink>
}
