// Texts in and out, statuses as exceptions, the log, and whose call is running.

using System;
using System.Collections.Generic;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Text;
using Ploy.Low;

namespace Ploy
{
    /// <summary>The library as a whole.</summary>
    public static unsafe class Library
    {
        /// <summary>Gets messages for developers, on the thread that they are about. The default prints to stderr.</summary>
        public static Action<string> Log = text => Console.Error.WriteLine("ploy: " + text);

        /// <summary>The version of the native library, e.g. "0.2.0".</summary>
        public static string Version => Interop.TextAt(Native.ploy_version());
    }

    /// <summary>Native memory that lives until the scope ends: texts and structs for one call.</summary>
    internal sealed unsafe class Scope : IDisposable
    {
        private readonly List<IntPtr> memory = new List<IntPtr>();

        public byte* Bytes(int count)
        {
            IntPtr at = Marshal.AllocHGlobal(Math.Max(count, 1));
            memory.Add(at);
            for (int i = 0; i < count; ++i) ((byte*)at)[i] = 0;
            return (byte*)at;
        }

        public byte* Text(string text)
        {
            if (text == null) return null;
            byte[] bytes = Encoding.UTF8.GetBytes(text);
            byte* at = Bytes(bytes.Length + 1);
            Marshal.Copy(bytes, 0, (IntPtr)at, bytes.Length);
            return at;
        }

        public byte* Copy(byte[] bytes)
        {
            byte* at = Bytes(bytes.Length);
            Marshal.Copy(bytes, 0, (IntPtr)at, bytes.Length);
            return at;
        }

        public uint* Words(uint[] words)
        {
            uint* at = (uint*)Bytes(4 * words.Length);
            for (int i = 0; i < words.Length; ++i) at[i] = words[i];
            return at;
        }

        public void Dispose()
        {
            foreach (IntPtr at in memory) Marshal.FreeHGlobal(at);
            memory.Clear();
        }
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate void LogFn(byte* message, IntPtr user);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate void AssertFn(byte* message, byte* file, int line, IntPtr user);

    /// <summary>Marks what native code calls, for compilers that know all code ahead of time (Unity's IL2CPP looks for the name).</summary>
    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        public MonoPInvokeCallbackAttribute(Type type)
        {
        }
    }

    internal static unsafe class Interop
    {
        public const uint None = uint.MaxValue;

        /// <summary>Whose call is running on this thread: callbacks look for their closures there.</summary>
        [ThreadStatic] public static Owner Current;

        /// <summary>Callbacks that are running on this thread.</summary>
        [ThreadStatic] public static int Depth;

        /// <summary>What the log said during a call that explains itself there; null: nobody listens.</summary>
        [ThreadStatic] public static List<string> Heard;

        private static readonly LogFn log = OnLog;
        private static readonly AssertFn assert = OnAssert;

        static Interop()
        {
            Native.ploy_set_log_handler(Marshal.GetFunctionPointerForDelegate(log), null);
            Native.ploy_set_assert_handler(Marshal.GetFunctionPointerForDelegate(assert), null);
        }

        [MonoPInvokeCallback(typeof(LogFn))]
        private static void OnLog(byte* message, IntPtr user)
        {
            string text = TextAt(message);
            if (Heard != null) Heard.Add(text);
            else Library.Log?.Invoke(text);
        }

        // The process ends after this; everything that scripts can get wrong is checked before it reaches the library.
        [MonoPInvokeCallback(typeof(AssertFn))]
        private static void OnAssert(byte* message, byte* file, int line, IntPtr user)
        {
            Library.Log?.Invoke(TextAt(message) + "\n" + Environment.StackTrace);
        }

        public static string TextAt(byte* at)
        {
            if (at == null) return null;
            int count = 0;
            while (at[count] != 0) ++count;
            return Encoding.UTF8.GetString(at, count);
        }

        public static string StatusName(ploy_status status) => TextAt(Native.ploy_status_name(status));

        public static PloyException Error(ploy_status status, string what)
        {
            return new PloyException((what == "" ? "" : what + ": ") + TextAt(Native.ploy_status_text(status)), StatusName(status));
        }

        /// <summary>Throws unless it is PLOY_OK or PLOY_ALREADY.</summary>
        public static void Check(ploy_status status, string what)
        {
            if (status != ploy_status.PLOY_OK && status != ploy_status.PLOY_ALREADY) throw Error(status, what);
        }

        public static void Check(ploy_status status, ploy_error* error, string file)
        {
            if (status == ploy_status.PLOY_OK || status == ploy_status.PLOY_ALREADY) return;
            string reason = TextAt(error->message);
            if (reason == "") throw Error(status, file);
            throw new PloyFileException(file, StatusName(status), (int)error->line, (int)error->column, reason, TextAt(error->hint));
        }

        public delegate UIntPtr Print(byte* text, UIntPtr size);

        /// <summary>The text of a function that works like snprintf.</summary>
        public static string Printed(Print print)
        {
            int size = (int)print(null, UIntPtr.Zero);
            using (Scope scope = new Scope()) {
                byte* text = scope.Bytes(size + 1);
                print(text, (UIntPtr)(uint)(size + 1));
                return TextAt(text);
            }
        }

        public static long Micros(double seconds, string what)
        {
            if (double.IsNaN(seconds) || double.IsInfinity(seconds)) throw new ArgumentException(what + " is not a number of seconds");
            return (long)Math.Round(seconds * 1e6);
        }

        public static byte Bool(bool value) => value ? (byte)1 : (byte)0;
    }

    /// <summary>Native memory with several users. Finalizers run in any order: what is used last is freed last.</summary>
    internal sealed class Shared
    {
        private readonly Action destroy;
        private int users = 1;

        public Shared(Action destroy)
        {
            this.destroy = destroy;
        }

        public Shared Keep()
        {
            System.Threading.Interlocked.Increment(ref users);
            return this;
        }

        public void Release()
        {
            if (System.Threading.Interlocked.Decrement(ref users) == 0) destroy();
        }
    }

    /// <summary>What has closures that the library calls, and what they threw.</summary>
    public abstract class Owner
    {
        internal readonly List<object> Closures = new List<object>();
        internal Exception Raised;
        internal int Calls;

        internal IntPtr Keep(object closure)
        {
            Closures.Add(closure);
            return (IntPtr)(Closures.Count - 1);
        }

        /// <summary>Begins a call into the library: callbacks belong to this owner until End.</summary>
        internal CallState Begin()
        {
            CallState state = new CallState { Outer = Interop.Current, Before = Raised, Heard = Interop.Heard };
            Interop.Current = this;
            Raised = null;
            ++Calls;
            if (Interop.Depth > 0) Interop.Heard = new List<string>();
            return state;
        }

        /// <summary>Ends it: throws what a callback threw, and what the library refused inside a tick.</summary>
        internal void End(CallState state)
        {
            --Calls;
            Exception raised = Raised;
            Raised = state.Before;
            Interop.Current = state.Outer;
            if (Interop.Depth > 0) {
                List<string> messages = Interop.Heard;
                Interop.Heard = state.Heard;
                foreach (string message in messages) {
                    if (IsRefusal(message)) throw new PloyException(message, "not-supported");
                    Library.Log?.Invoke(message);
                }
            }
            if (raised != null) ExceptionDispatchInfo.Capture(raised).Throw();
        }

        private static bool IsRefusal(string message)
        {
            return message.StartsWith("ploy_", StringComparison.Ordinal) &&
                (message.Contains(": not inside a tick") || message.Contains(": not while minds think") || message.Contains(": another thread is in a tick"));
        }

        internal void Raise(Exception exception)
        {
            if (Raised == null) Raised = exception;
        }
    }

    internal struct CallState
    {
        public Owner Outer;
        public Exception Before;
        public List<string> Heard;
    }
}
