import type { teacherAboutCopy } from '@/copy/teacherAbout'
import { invite } from './invite'
import type { Translated } from './translated'

export const teacherAbout = {
  open: (name) => `${name} के बारे में`,
  loading: 'आपके शिक्षक की प्रोफ़ाइल खुल रही है',
  failed: 'शिक्षक की प्रोफ़ाइल नहीं खुल पाई',
  styles: 'नृत्य शैलियाँ',
  guru: 'गुरु',
  years: 'सिखाने का अनुभव',
  yearsValue: (years) => `${years} साल`,
  ages: 'विद्यार्थी',
  languages: 'सिखाने की भाषा',
  education: 'प्रशिक्षण',
  experience: 'अनुभव',
  highlights: 'ख़ास बातें',
  video: 'प्रस्तुति का वीडियो देखें',
  ageNames: {
    children: 'बच्चे (5–12)',
    teens: 'किशोर (13–17)',
    adults: 'वयस्क (18+)',
    seniors: 'वरिष्ठ (60+)',
  },
  languageNames: invite.words.languages,
} satisfies Translated<typeof teacherAboutCopy>
