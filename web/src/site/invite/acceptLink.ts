/** The script signs up. Until it has loaded, the link opens the front page, which does the same. */
export const acceptLink = {
  href: '/?ref={{code}}#accept-invitation',
  'data-accept': '{{code}}',
  rel: 'nofollow',
}
