/** Before any worker starts: tests live in UTC, whatever the machine. */
export default function setZone(): void {
  process.env.TZ = 'UTC'
}
