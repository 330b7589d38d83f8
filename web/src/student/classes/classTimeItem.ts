import { classTimeText } from '@/student/classText'

/** Date and time of a class for a `DescriptionList`. */
export function classTimeItem(
  label: string,
  classTime: Parameters<typeof classTimeText>[0],
  zone: string,
  teacherZone: string | null,
) {
  const text = classTimeText(classTime, zone, teacherZone)
  return { label, value: `${text.date}, ${text.time}`, note: text.teacher ?? text.zone }
}
