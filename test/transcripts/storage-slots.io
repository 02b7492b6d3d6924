// A slot may be short and is refused when it is too long or no hex.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","0x0","latest"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x0000000000000000000000000000000000000000000000000000000000000000"}
>> {"jsonrpc":"2.0","id":2,"method":"eth_getStorageAt","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","0x0000000000000000000000000000000000000000000000000000000000000000","latest"]}
<< {"jsonrpc":"2.0","id":2,"result":"0x0000000000000000000000000000000000000000000000000000000000000000"}
>> {"jsonrpc":"2.0","id":3,"method":"eth_getStorageAt","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","0x","latest"]}
<< {"jsonrpc":"2.0","id":3,"result":"0x0000000000000000000000000000000000000000000000000000000000000000"}
>> {"jsonrpc":"2.0","id":4,"method":"eth_getStorageAt","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","0x000000000000000000000000000000000000000000000000000000000000000000","latest"]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"storage key too long (want at most 32 bytes): \"0x000000000000000000000000000000000000000000000000000000000000000000\""}}
>> {"jsonrpc":"2.0","id":5,"method":"eth_getStorageAt","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","0xzz","latest"]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"invalid hex in storage key: \"0xzz\""}}
>> {"jsonrpc":"2.0","id":6,"method":"eth_getStorageAt","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",0,"latest"]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32602,"message":"invalid argument 1 (slot): expected a hex string, got the number 0"}}
>> {"jsonrpc":"2.0","id":7,"method":"eth_getStorageAt","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"missing value for required argument 1 (slot)"}}
