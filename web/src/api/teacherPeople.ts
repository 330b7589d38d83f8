import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { client } from './gen/client.gen'
import * as sharedSdk from './gen/sdk.gen'
import * as sdk from './gen/teacher/sdk.gen'
import type { SaveNoteRequest, TeacherSupportRequest, UpdateProfileRequest } from './gen/types.gen'
import { teacherKeys } from './teacherKeys'

/** The teacher's own record. Falls back to SPEC's second endpoint if the first fails. */
export const teacherUserQuery = (email: string) =>
  queryOptions({
    queryKey: teacherKeys.user(email),
    queryFn: ({ signal }) => {
      const query = { email }
      return call(sharedSdk.getUser({ query, signal })).catch(() =>
        call(sharedSdk.getUserByEmail({ query, signal })),
      )
    },
  })

export const updateProfile = (body: UpdateProfileRequest) => call(sdk.updateTeacherProfile({ client, body }))

/** Uploads the teacher's portrait. The server accepts JPEG, PNG and WebP files of at most 6 MiB. */
export const uploadPhoto = (file: Blob) => call(sdk.savePhoto({ client, body: file }))

export const removePhoto = () => call(sdk.deletePhoto({ client }))

/** Creates the teacher's invite code, or returns the existing one. */
export const generateReferralCode = (email: string) =>
  call(sdk.generateInviteCode({ client, body: { email } }))

/** One page of the teacher's students by name; `search` filters it. */
export const studentsQuery = (email: string, search: string, limit: number, after: string | null) =>
  queryOptions({
    queryKey: teacherKeys.students(search, limit, after),
    queryFn: ({ signal }) => {
      const query = { email, limit, ...(search ? { q: search } : {}), ...(after ? { after } : {}) }
      return call(sdk.listStudents({ client, query, signal }))
    },
  })

export const studentQuery = (id: string) =>
  queryOptions({
    queryKey: teacherKeys.student(id),
    queryFn: ({ signal }) => call(sdk.getStudent({ client, path: { id }, signal })),
  })

export const saveNotes = (studentId: string, body: SaveNoteRequest) =>
  call(sdk.saveStudentNote({ client, path: { id: studentId }, body }))

export const sendTeacherMessage = (body: TeacherSupportRequest) =>
  call(sdk.contactSupportAsTeacher({ client, body }))
