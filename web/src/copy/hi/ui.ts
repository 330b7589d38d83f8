import type { uiCopy } from '@/copy/ui'
import type { Translated } from './translated'

export const ui = {
  loading: 'लोड हो रहा है…',
  skipToContent: 'सीधे मुख्य हिस्से पर जाएँ',
  retry: 'फिर कोशिश करें',
  reference: (id) => `संदर्भ: ${id}`,
  openMenu: 'मेन्यू खोलें',
  closeMenu: 'मेन्यू बंद करें',
  menu: 'मेन्यू',
  toDark: 'डार्क थीम चुनें',
  toLight: 'लाइट थीम चुनें',
  home: (product) => `${product}, होम`,
  close: 'बंद करें',
  dismiss: 'हटाएँ',
  offline: 'आप ऑफ़लाइन हैं। जो दिख रहा है वह थोड़ा पुराना हो सकता है; इंटरनेट लौटते ही यह अपने आप अपडेट हो जाएगा।',
  stale: 'इसे दोबारा लोड नहीं किया जा सका। जो दिख रहा है वह पुराना हो सकता है।',
} satisfies Translated<typeof uiCopy>
