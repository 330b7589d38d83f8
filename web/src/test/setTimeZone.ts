/** Runs before the workers start: the time zone of all tests is UTC. */
export default function setTimeZone(): void {
  process.env.TZ = 'UTC'
}
