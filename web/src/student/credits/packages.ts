import type { PackageSize } from '@/api/types'

/** Validity of the packages in days (SPEC §9). */
export const PACKAGE_DAYS: Readonly<Record<PackageSize, number>> = { 4: 30, 8: 60 }

export const PACKAGES: readonly PackageSize[] = [4, 8]
