import type { legalCopy } from '@/copy/legal'
import type { Translated } from './translated'

/** What stands around the legal texts. */
export const legalFrame = {
  updated: 'पिछला अपडेट:',
  contents: 'इस पेज पर',
} satisfies Translated<typeof legalCopy>

/** The legal texts are summed up in Hindi, not translated: two binding texts would be two contracts. */
export const binding = {
  note: 'यह हिन्दी में सार है, आपकी सुविधा के लिए। क़ानूनी रूप से अंग्रेज़ी वाला पाठ ही मान्य है:',
  link: 'अंग्रेज़ी में पूरा पाठ पढ़ें',
}
