// biome-ignore lint/performance/noBarrelFile: as one file, because each costs a slow phone more time than its bytes do
export { boot } from './boot'
export { enter } from './enter'
export { UiRoot } from './UiRoot'
