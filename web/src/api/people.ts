import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import * as sdk from './gen/sdk.gen'
import type { LoginRequest, OnboardStudentRequest } from './gen/types.gen'
import { keys } from './keys'

export const login = (body: LoginRequest) => call(sdk.signIn({ body }))

/** Emails the code that links this sign-in to the account with the same address (D38). */
export const sendLinkCode = () => call(sdk.sendLinkCode())

export const linkIdentity = (code: string) => call(sdk.linkIdentity({ body: { code } }))

export const onboardStudent = (body: OnboardStudentRequest) => call(sdk.onboardStudent({ body }))

export const userStatusQuery = (email: string) =>
  queryOptions({
    queryKey: keys.userStatus(email),
    queryFn: ({ signal }) => call(sdk.getUserStatus({ body: { email }, signal })),
  })

export const referralCodeQuery = (email: string) =>
  queryOptions({
    queryKey: keys.referralCode(email),
    queryFn: ({ signal }) => call(sdk.getReferralCode({ query: { email }, signal })),
  })

export const teacherByCodeQuery = (code: string) =>
  queryOptions({
    queryKey: keys.teacherByCode(code),
    queryFn: ({ signal }) => call(sdk.getTeacherByReferral({ query: { code }, signal })),
  })

/** What a student may know about the teacher. */
export const teacherQuery = (id: string) =>
  queryOptions({
    queryKey: keys.teacher(id),
    queryFn: ({ signal }) => call(sdk.getUser({ query: { id }, signal })),
  })

export const studentProfileQuery = (email: string) =>
  queryOptions({
    queryKey: keys.studentProfile(email),
    queryFn: ({ signal }) => call(sdk.getStudentProfile({ query: { email }, signal })),
  })
