import '@/theme/fonts.css'
import '@/theme/tokens.css'
import './site.css'
import { hydrateRoot } from 'react-dom/client'
import { Landing } from './Landing'

const root = document.getElementById('root')
if (root) hydrateRoot(root, <Landing />)
