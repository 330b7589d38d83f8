import { Kolam } from './Kolam'
import classes from './TeacherEmblem.module.css'

interface TeacherEmblemProps {
  /** The teacher's id, the seed of the kolam. */
  teacherId: string
  size?: 'small' | 'large'
}

/** The kolam of one teacher. Decoration: the name is always shown beside it. */
export function TeacherEmblem({ teacherId, size = 'small' }: TeacherEmblemProps) {
  return (
    <span className={classes.emblem} data-size={size}>
      <Kolam seed={teacherId} size={5} strokeWidth={size === 'small' ? 0.11 : 0.08} />
    </span>
  )
}
