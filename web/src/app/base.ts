// biome-ignore lint/performance/noBarrelFile: as one file, because each costs a slow phone more time than its bytes do
export { bootstrap } from './bootstrap'
export { checkAccess, prepareSession } from './checkAccess'
export { UiRoot } from './UiRoot'
