import type { PackageSize } from '@/api/types'

/** Packages of classes and for how many days they are valid (SPEC §9). */
export const PACKAGE_DAYS: Readonly<Record<PackageSize, number>> = { 4: 30, 8: 60 }

export const PACKAGES: readonly PackageSize[] = [4, 8]
