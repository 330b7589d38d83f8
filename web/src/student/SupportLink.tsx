import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/api/config'

/** The support address of this installation, ready to write to. */
export function SupportLink() {
  const { data: config } = useQuery(configQuery())
  if (!config) return null
  return <Anchor href={`mailto:${config.supportEmail}`}>{config.supportEmail}</Anchor>
}
