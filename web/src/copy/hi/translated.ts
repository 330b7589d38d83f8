/** What is sent, looked up or drawn rather than read: it stays as it is. */
type Fixed = 'value' | 'id' | 'danceStyles'

/** The same tree in other words: a text for each text, a function of the same values for each function. */
export type Translated<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Said
    ? (...given: Given) => Translated<Said>
    : { readonly [Key in keyof T]: Key extends Fixed ? T[Key] : Translated<T[Key]> }
