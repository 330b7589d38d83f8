import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import {
  getReferralCode,
  getStudentProfile,
  getTeacherByReferral,
  getUser,
  getUserStatus,
  linkIdentity as linkIdentityCall,
  login as loginCall,
  onboardStudent as onboardStudentCall,
  sendLinkCode as sendLinkCodeCall,
} from './gen/sdk.gen'
import type { LoginRequest, OnboardStudentRequest } from './gen/types.gen'
import { keys } from './keys'

export const login = (body: LoginRequest) => call(loginCall({ body }))

/** Emails the code that links this sign-in to the account with the same address (D38). */
export const sendLinkCode = () => call(sendLinkCodeCall())

export const linkIdentity = (code: string) => call(linkIdentityCall({ body: { code } }))

export const onboardStudent = (body: OnboardStudentRequest) => call(onboardStudentCall({ body }))

export const userStatusQuery = (email: string) =>
  queryOptions({
    queryKey: keys.userStatus(email),
    queryFn: ({ signal }) => call(getUserStatus({ body: { email }, signal })),
  })

export const referralCodeQuery = (email: string) =>
  queryOptions({
    queryKey: keys.referralCode(email),
    queryFn: ({ signal }) => call(getReferralCode({ query: { email }, signal })),
  })

export const teacherByCodeQuery = (code: string) =>
  queryOptions({
    queryKey: keys.teacherByCode(code),
    queryFn: ({ signal }) => call(getTeacherByReferral({ query: { code }, signal })),
  })

/** What a student may know about the teacher. */
export const teacherQuery = (id: string) =>
  queryOptions({
    queryKey: keys.teacher(id),
    queryFn: ({ signal }) => call(getUser({ query: { id }, signal })),
  })

export const studentProfileQuery = (email: string) =>
  queryOptions({
    queryKey: keys.studentProfile(email),
    queryFn: ({ signal }) => call(getStudentProfile({ query: { email }, signal })),
  })
