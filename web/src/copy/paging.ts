/** Labels of the pager. */
export const pagingCopy = {
  label: (of: string) => `Pages of ${of}`,
  previous: 'Previous page',
  next: 'Next page',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
}
