import { Kolam } from './Kolam'
import classes from './TeacherEmblem.module.css'

interface TeacherEmblemProps {
  /** The teacher's id: each has a kolam of their own. */
  teacherId: string
  size?: 'small' | 'large'
}

/** The kolam that stands for one teacher, everywhere in the product. Decoration: the name always stands beside it. */
export function TeacherEmblem({ teacherId, size = 'small' }: TeacherEmblemProps) {
  return (
    <span className={classes.emblem} data-size={size}>
      <Kolam seed={teacherId} size={5} strokeWidth={size === 'small' ? 0.11 : 0.08} />
    </span>
  )
}
