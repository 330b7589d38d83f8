/** Keys whose values are not translated. */
type Fixed = 'value' | 'id' | 'danceStyles'

/** The type of a translation: the same tree with texts for texts and functions for functions. */
export type Translated<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Said
    ? (...given: Given) => Translated<Said>
    : { readonly [Key in keyof T]: Key extends Fixed ? T[Key] : Translated<T[Key]> }
